/** One undimensioned value of a filing, with the dates as the data set rounds them. */
export interface DataSetValue {
  taxonomy: string;
  tag: string;
  unit: string;
  /** The month end nearest to the true end, ISO. */
  roundedEnd: string;
  /** Length in quarters, rounded; 0 for an instant. */
  quarters: number;
  value: string;
  /** The filer made the element itself: by the name of a standard one, or by one that tells earnings per share. */
  isOwnElement?: true;
  /** See `Fact`. */
  printedAs?: string;
}

/** Tags of interest ("taxonomy:tag"), those that lines take, and those among them that are amounts per share. */
export interface DataSetTags {
  wanted: ReadonlySet<string>;
  mapped: ReadonlySet<string>;
  perShare: ReadonlySet<string>;
}
