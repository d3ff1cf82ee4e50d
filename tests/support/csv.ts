import Papa from "papaparse";

/** A downloaded CSV file: its text, and its rows by column name. */
export async function csvOf(response: Response): Promise<{ text: string; rows: Record<string, string>[] }> {
  const bytes = await response.arrayBuffer();
  // The text includes the byte order mark.
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    skipEmptyLines: true,
  });
  if (errors.length > 0) throw new Error(`This is not a CSV file: ${JSON.stringify(errors[0])}`);
  return { text, rows: data };
}
