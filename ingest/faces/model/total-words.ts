const totalWords =
  /\btotal\b|\b(provided|used|generated)\b|^net (increase|decrease|change)|\bchange in cash\b/i;
const incomeWords = /^(?!.*(increase|decrease|change)).*\b(income|loss|earnings|profit|margin)\b/i;

/** A printed row with its role and its label. */
interface Labelled {
  isTotal: boolean;
  label: string;
}

/** Whether a row is a total by its role in the filing, or as its label says so. */
export const isNamedTotal = ({ isTotal, label }: Labelled) => isTotal || totalWords.test(label);

/** Whether a row may be a total: one by name, or one whose label speaks of an income. */
export const looksLikeTotal = (row: Labelled) => isNamedTotal(row) || incomeWords.test(row.label);
