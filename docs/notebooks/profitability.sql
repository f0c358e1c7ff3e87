-- Who earns most of each dollar of revenue, in fiscal 2024?
select name, currency, round(net_margin, 3) as net_margin, round(operating_margin, 3) as operating_margin
from margins()
where fiscal_year = 2024 and net_margin is not null
order by net_margin desc;

-- Who improves? The change of the net margin over five years, in percentage points.
select m.name, round(100 * (m.net_margin - old.net_margin), 1) as points
from margins() m
join margins() old on old.cik = m.cik and old.fiscal_year = m.fiscal_year - 5
where m.fiscal_year = 2024 and m.net_margin is not null and old.net_margin is not null
order by points desc;

-- Growth is compared on one basis only. Where there is none it is null, with the reason.
select name, value, before, round(growth, 3) as growth, reason
from growth('revenue')
where fiscal_year = 2024
order by growth desc nulls last;
