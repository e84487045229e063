import bz2
import gzip
import io
import lzma
import os
from collections.abc import Callable
from functools import partial

import pytest

from cleanweb.corpus.compression import decompress, lines
from cleanweb.errors import InputError, Refused
from tests.timing import within

PAGE = b"<p>a page</p>" * 50


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_bomb_is_refused(pack: Callable[[bytes], bytes]) -> None:
    with pytest.raises(Refused, match="limit of 1,000,000 bytes"):
        decompress(pack(b"0" * 10_000_000), 1_000_000)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_pages(pack: Callable[[bytes], bytes]) -> None:
    packed = pack(PAGE)
    assert decompress(packed, 10_000) == PAGE
    assert decompress(packed + packed, 10_000) == PAGE + PAGE
    with pytest.raises(InputError, match="truncated"):
        decompress(packed[: len(packed) // 2], 10_000)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, partial(lzma.compress, preset=0)])
def test_parts_of_any_size_with_padding_between_and_behind_but_nothing_else(pack: Callable[[bytes], bytes]) -> None:
    pages = [os.urandom(count) for count in (0, 1, 900, 1100, 4000, 70_000, 5)]
    packed = b"\0\0\0\0".join(map(pack, pages))
    whole = b"".join(pages)
    for behind in (b"", b"\0", b"\0" * 10_000):
        assert decompress(packed + behind, len(whole)) == whole
        assert b"".join(lines(io.BufferedReader(io.BytesIO(packed + behind)))) == whole
    for behind in (b"x", b"\0\0\0rubbish", b"x" + pack(b"")[1:]):
        with pytest.raises(InputError, match="what follows its end is no"):
            decompress(packed + behind, len(whole))
        with pytest.raises(InputError, match="what follows its end is no"):
            list(lines(io.BufferedReader(io.BytesIO(packed + behind))))
    with pytest.raises(Refused):
        decompress(packed, len(whole) - 1)
    with pytest.raises(InputError, match="truncated"):
        decompress(packed[:-1], len(whole))


@pytest.mark.parametrize(("pack", "count"), [(gzip.compress, 160_000), (bz2.compress, 120_000)])
def test_many_parts_take_linear_time(pack: Callable[[bytes], bytes], count: int) -> None:
    packed = pack(b"x") * count
    with within(2):
        assert decompress(packed, count) == b"x" * count


@pytest.mark.parametrize("count", [1, 8191, 8192, 20_000])
def test_padding_may_be_longer_than_what_is_read_at_once(count: int) -> None:
    packed = gzip.compress(b"tea") + b"\0" * count + gzip.compress(b" time")
    assert decompress(packed, 100) == b"tea time"
    assert b"".join(lines(io.BufferedReader(io.BytesIO(packed)))) == b"tea time"


def test_what_is_behind_the_limit_is_not_looked_at() -> None:
    with pytest.raises(Refused):
        decompress(gzip.compress(b"x" * 200_000) + b"rubbish", 1000)


def test_damaged_gzip() -> None:
    packed = bytearray(gzip.compress(PAGE))
    packed[12] ^= 0xFF
    with pytest.raises(InputError, match=r"damaged gzip|truncated gzip"):
        decompress(bytes(packed), 10_000)
