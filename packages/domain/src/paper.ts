/** The paper that a practice prints its reports on. */
export const papers = ['letter', 'a4'] as const
export type Paper = (typeof papers)[number]

export const isPaper = (text: string): text is Paper => papers.some((paper) => paper === text)
