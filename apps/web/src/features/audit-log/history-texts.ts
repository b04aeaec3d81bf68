export const historyTexts = {
  title: 'History',
  failed: 'There was an error while getting the history.',
  /** @param from  null if there was no value before */
  change: (from: string | null, to: string | null) =>
    from === null ? (to ?? 'nothing') : `${from} → ${to ?? 'nothing'}`,
} as const
