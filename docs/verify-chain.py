"""Checks a chain of filings from the JSON of /api/v1/filings/chain/{entityId}/{schemaType}, read from standard input.

Needs Python alone. Numbers in a content must be whole; amounts are text there.
"""

import hashlib
import json
import sys


def canonical(value):
    """The value as canonical JSON (RFC 8785): members in the order of their UTF-16 code units, no blanks."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(one) for one in value) + "]"
    if isinstance(value, float):
        raise ValueError("a number that is not whole")
    return json.dumps(value, ensure_ascii=False)


def find_break(chain):
    """The version at which the chain is broken, or None."""
    version, previous_id, previous_hash = 0, None, None
    for filing in chain:
        version += 1
        content = {name: filing[name] for name in ("entityId", "schemaType", "reportingPeriodId", "content")}
        link = {"content": content, "previousHash": previous_hash, "version": version}
        digest = hashlib.sha256(canonical(link).encode("utf-8", "surrogatepass")).hexdigest()
        stated = (filing["version"], filing["previousFilingId"], filing["previousHash"], filing["contentHash"])
        if stated != (version, previous_id, previous_hash, digest):
            return filing["version"]
        previous_id, previous_hash = filing["id"], digest
    return None


chain = json.load(sys.stdin)["data"]
broken = find_break(chain)
if broken is not None:
    sys.exit(f"the chain is broken at version {broken}")
print(f"{len(chain)} filings, the chain is whole")
