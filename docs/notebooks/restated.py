# %% What did Kraft Heinz earn in 2017? It depends on when you ask: it restated the year in June 2019.
import os
import sys

import duckdb

folder = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else ".data/extracts/latest")
extract = duckdb.connect()
# Read-only: any number of programs may read the file, also while the service writes the next extract.
extract.execute(f"ATTACH '{folder}/tenk.duckdb' AS tenk (READ_ONLY)")
extract.execute("USE tenk")
extract.execute(f"SET VARIABLE tenk_folder = '{folder}'")

# %% The version of the fact that a reader had on a day, and the filing that it is from.
versions = """
    select value, accession, filed
    from as_of('NetIncomeLoss', ?::date)
    join companies using (cik)
    where ticker = 'KHC' and period_start = '2017-01-01' and period_end = '2017-12-30'
"""
for day in ("2018-12-31", "2019-12-31"):
    value, accession, filed = extract.execute(versions, [day]).fetchone()
    print(f"{day}: {value / 1e6:,.0f} million, by {accession} of {filed}")

# %% A backtest must not look ahead: the restated figure would have been used 18 months before anybody knew it.
then, now = (extract.execute(versions, [day]).fetchone()[0] for day in ("2018-12-31", "2019-12-31"))
print(f"difference: {(now - then) / 1e6:,.0f} million")
