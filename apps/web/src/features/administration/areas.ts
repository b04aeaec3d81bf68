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
  { to: '/a/admin/customers', title: adminTexts.customers.title, hint: adminTexts.customers.area },
  { to: '/a/admin/sites', title: adminTexts.sites.title, hint: adminTexts.sites.area },
  { to: '/a/admin/users', title: adminTexts.users.title, hint: adminTexts.users.area },
  { to: '/a/admin/trainings', title: adminTexts.trainings.trainings, hint: adminTexts.trainings.areaHint },
  { to: '/a/admin/library', title: adminTexts.library.title, hint: adminTexts.library.areaHint },
  { to: '/a/admin/provider', title: adminTexts.provider.title, hint: adminTexts.provider.areaHint },
  { to: '/a/admin/scanner', title: adminTexts.scanner.title, hint: adminTexts.scanner.areaHint },
  { to: '/a/admin/import', title: adminTexts.imports.title, hint: adminTexts.imports.hint },
  { to: '/a/admin/log', title: adminTexts.log.title, hint: adminTexts.log.hint },
]
