/** Texts of the export menu. */
export const exportTexts = {
  title: 'Export',
  csv: 'CSV, for any program',
  xlsx: 'Excel workbook (XLSX)',
  failed: 'The list could not be exported.',
  done: (file: string) => `${file} was downloaded.`,
} as const
