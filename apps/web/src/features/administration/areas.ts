import { adminTexts } from '../../admin-texts.ts'

/** A screen of the administration: where it is, and the words that lead there. */
export interface Area {
  to: string
  title: string
  /** What one does there. */
  hint: string
}

/** The screens of the administration, in the order they are offered. */
export const areas: Area[] = [
  { to: '/a/admin/import', title: adminTexts.imports.title, hint: adminTexts.imports.hint },
  { to: '/a/admin/log', title: adminTexts.log.title, hint: adminTexts.log.hint },
]
