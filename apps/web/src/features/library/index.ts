export { listTitles } from './library-list-texts.ts'
export { namesIn } from './names.ts'
export { choicesOf, listQuery, type OfferedList, useEntries } from './queries.ts'
