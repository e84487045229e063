"""The addresses of a gold set's pages, as `cleanweb sites build --urls` reads them: python urls.py meta.json

A line for each page: its name below html/, a tab, its address. In this set, only the site of an address is known.
"""

import json
import sys
from pathlib import Path

for page, entry in json.loads(Path(sys.argv[1]).read_text("utf-8")).items():
    print(f"{page}.html\thttps://{entry['domain']}/{page}")
