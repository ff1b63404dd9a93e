"""What is packed in a file that may be somebody else's."""

import lzma


def unpacked(data: bytes, size: int) -> bytes:
    """So many bytes, or one more where there are more: a few kilobytes may be packed that unpack
    to all the memory there is. Raises lzma.LZMAError."""
    return lzma.LZMADecompressor().decompress(data, size + 1)
