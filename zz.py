from cleanweb.corpus.inputs import Selection
s=Selection(include=('e*.html',))
print(s.takes('en/foo.html'), s.takes('x/en/foo.html'), s.takes('foo.html'))
