export { listTitles } from './library-list-texts.ts'
export { libraryTexts } from './library-texts.ts'
export { cachedNamesOfIds } from './cached-names.ts'
export { choicesOf, listQuery, type OfferedList, useEntries } from './queries.ts'
