import {
  IconBluetooth,
  IconBook2,
  IconBuildingWarehouse,
  IconFileImport,
  IconHistory,
  IconListDetails,
  IconLock,
  IconMapPin,
  IconServer,
  IconStethoscope,
  IconUsers,
} from '@tabler/icons-react'
import { adminTexts } from '../../admin-texts.ts'

export interface Area {
  to: string
  title: string
  hint: string
  Icon: typeof IconUsers
}

/** In display order. */
export const areas: Area[] = [
  {
    to: '/a/admin/customers',
    title: adminTexts.customers.title,
    hint: adminTexts.customers.area,
    Icon: IconBuildingWarehouse,
  },
  { to: '/a/admin/sites', title: adminTexts.sites.title, hint: adminTexts.sites.area, Icon: IconMapPin },
  { to: '/a/admin/users', title: adminTexts.users.title, hint: adminTexts.users.area, Icon: IconUsers },
  {
    to: '/a/admin/trainings',
    title: adminTexts.trainings.trainings,
    hint: adminTexts.trainings.areaHint,
    Icon: IconBook2,
  },
  { to: '/a/admin/library', title: adminTexts.library.title, hint: adminTexts.library.areaHint, Icon: IconListDetails },
  {
    to: '/a/admin/provider',
    title: adminTexts.provider.title,
    hint: adminTexts.provider.areaHint,
    Icon: IconStethoscope,
  },
  { to: '/a/admin/scanner', title: adminTexts.scanner.title, hint: adminTexts.scanner.areaHint, Icon: IconBluetooth },
  { to: '/a/admin/import', title: adminTexts.imports.title, hint: adminTexts.imports.hint, Icon: IconFileImport },
  {
    to: '/a/admin/installation',
    title: adminTexts.installation.title,
    hint: adminTexts.installation.area,
    Icon: IconServer,
  },
  {
    to: '/a/admin/sign-in-limits',
    title: adminTexts.signInLimits.title,
    hint: adminTexts.signInLimits.areaHint,
    Icon: IconLock,
  },
  { to: '/a/admin/log', title: adminTexts.log.title, hint: adminTexts.log.hint, Icon: IconHistory },
]
