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
import { auditLogTexts } from '../audit-log/audit-log-texts.ts'
import { signInLimitTexts } from '../auth/sign-in-limit-texts.ts'
import { customerTexts } from '../customers/customer-texts.ts'
import { importTexts } from '../imports/import-texts.ts'
import { installationTexts } from '../installation/installation-texts.ts'
import { libraryTexts } from '../library/library-texts.ts'
import { providerTexts } from '../provider/provider-texts.ts'
import { providerScannerTexts } from '../scanner/provider-scanner-texts.ts'
import { siteTexts } from '../sites/site-texts.ts'
import { trainingEditorTexts } from '../trainings/training-editor-texts.ts'
import { userTexts } from '../users/user-texts.ts'

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
