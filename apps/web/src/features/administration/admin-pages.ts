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
import { auditLogTexts } from '../audit-log/index.ts'
import { signInLimitTexts } from '../auth/index.ts'
import { customerTexts } from '../customers/index.ts'
import { importTexts } from '../imports/index.ts'
import { installationTexts } from '../installation/index.ts'
import { libraryTexts } from '../library/index.ts'
import { providerTexts } from '../provider/index.ts'
import { providerScannerTexts } from '../scanner/index.ts'
import { siteTexts } from '../sites/index.ts'
import { trainingEditorTexts } from '../trainings/index.ts'
import { userTexts } from '../users/index.ts'

export interface AdminPage {
  to: string
  title: string
  hint: string
  Icon: typeof IconUsers
}

/** In display order. */
export const adminPages: AdminPage[] = [
  {
    to: '/a/admin/customers',
    title: customerTexts.title,
    hint: customerTexts.area,
    Icon: IconBuildingWarehouse,
  },
  { to: '/a/admin/sites', title: siteTexts.title, hint: siteTexts.area, Icon: IconMapPin },
  { to: '/a/admin/users', title: userTexts.title, hint: userTexts.area, Icon: IconUsers },
  {
    to: '/a/admin/trainings',
    title: trainingEditorTexts.trainings,
    hint: trainingEditorTexts.areaHint,
    Icon: IconBook2,
  },
  { to: '/a/admin/library', title: libraryTexts.title, hint: libraryTexts.areaHint, Icon: IconListDetails },
  {
    to: '/a/admin/provider',
    title: providerTexts.title,
    hint: providerTexts.areaHint,
    Icon: IconStethoscope,
  },
  {
    to: '/a/admin/scanner',
    title: providerScannerTexts.title,
    hint: providerScannerTexts.areaHint,
    Icon: IconBluetooth,
  },
  { to: '/a/admin/import', title: importTexts.title, hint: importTexts.hint, Icon: IconFileImport },
  {
    to: '/a/admin/installation',
    title: installationTexts.title,
    hint: installationTexts.area,
    Icon: IconServer,
  },
  {
    to: '/a/admin/sign-in-limits',
    title: signInLimitTexts.title,
    hint: signInLimitTexts.areaHint,
    Icon: IconLock,
  },
  { to: '/a/admin/log', title: auditLogTexts.title, hint: auditLogTexts.hint, Icon: IconHistory },
]
