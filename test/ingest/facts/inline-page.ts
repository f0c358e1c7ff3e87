const resources =
  '<ix:resources><xbrli:context id="D"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0000000001' +
  "</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate>" +
  "<xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>" +
  '<xbrli:unit id="USD"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources>';

/** An Inline XBRL document with a context D (2024) and a unit USD. */
export const page = (body: string, head = '<?xml version="1.0"?>') =>
  `${head}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" ` +
  'xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" ' +
  'xmlns:ixt-sec="http://www.sec.gov/inlineXBRL/transformation/2015-08-31" ' +
  'xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" ' +
  'xmlns:dei="http://xbrl.sec.gov/dei/2024" xmlns:us-gaap="http://fasb.org/us-gaap/2024" ' +
  `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><body><ix:header>${resources}</ix:header>${body}</body></html>`;

export const number = (text: string, more = "", name = "us-gaap:Revenues") =>
  `<ix:nonFraction contextRef="D" unitRef="USD" decimals="-6" name="${name}" ${more}>${text}</ix:nonFraction>`;
export const words = (text: string, more = "", name = "dei:EntityRegistrantName") =>
  `<ix:nonNumeric contextRef="D" name="${name}" ${more}>${text}</ix:nonNumeric>`;
