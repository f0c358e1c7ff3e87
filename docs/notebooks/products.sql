-- What does Apple live on? Net sales of each product, in billions, as its newest report with that year states them.
select label, round(value / 1e9, 2) as billions, round(100 * value / total, 1) as percent, accession
from segments
join companies using (cik)
where ticker = 'AAPL' and breakdown = 'product' and metric = 'revenue' and period_key = '2024FY' and weight = 1
order by value desc;

-- Do they add up? `total` is the company's own figure in the same filing.
select period_key, round(sum(value * weight) / 1e9, 3) as parts, round(any_value(total) / 1e9, 3) as total,
  any_value(reconciliation) as reconciliation
from segments
join companies using (cik)
where ticker = 'AAPL' and breakdown = 'product' and metric = 'revenue' and period_key like '%FY'
group by period_key
order by period_key;
