import { type RawBuilder, sql } from 'kysely'
import type { Role } from '@chisholm/domain/permissions'
import { OperatorError } from '../operator-error.ts'
import type { Executor } from '../database/executor.ts'
import { type Settings, productionSettings } from '../settings.ts'

/** Fixed by decisions.md section 2. */
export const demoPassword = 'Chisholm#1867'
const temporaryPassword = 'Welcome#2026'

interface DemoAccount {
  email: string
  role: Role
  firstName: string
  lastName: string
  /** Names of a client's sites, in order. */
  sites: string[]
  /** Printed beside the account at startup. */
  note: string
  temporaryPassword?: string
}

const account = (email: string, role: Role, name: string, sites: string[], note = ''): DemoAccount => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { email: `${email}@demo.example`, role, firstName, lastName, sites, note }
}

/** Fixed by decisions.md section 2: checks depend on them. */
export const demoAccounts: DemoAccount[] = [
  account('superadmin', 'SuperAdmin', 'Morgan Hale', []),
  account('admin', 'Admin', 'Avery Brooks', []),
  account('vet', 'Veterinarian', 'Dana Whitfield', []),
  account('vet2', 'Veterinarian', 'Luis Ortega', []),
  account('client', 'Client', 'Casey Doyle', ['North Yard'], 'Prairie Feeders, North Yard'),
  account('manager', 'Client', 'Robin Tate', ['North Yard', 'South Yard'], 'Prairie Feeders, both yards'),
  account('rival', 'Client', 'Jordan Vega', ['Mesa Main'], 'Red Mesa Cattle, Mesa Main'),
  account('nolink', 'Client', 'Sam Porter', [], 'no customer, no site'),
  {
    ...account('invited', 'Client', 'New Person', ['Mesa Main'], `invited: temporary password ${temporaryPassword}`),
    temporaryPassword,
  },
]

/** Describes the demo accounts, one line each. */
export function describeAccounts(): string[] {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  const roleWidth = Math.max(...demoAccounts.map(({ role }) => role.length))
  return [
    `Demo accounts, password ${demoPassword}`,
    ...demoAccounts.map(({ email, role, note }) =>
      `  ${email.padEnd(width)}  ${role.padEnd(roleWidth)}  ${note}`.trimEnd(),
    ),
  ]
}

const emails = demoAccounts.map((account) => account.email)

/** Whether an address belongs to a demo account, whose password is public. It is compared as at the sign-in. */
export const isDemoEmail = (email: RawBuilder<unknown>) => sql<boolean>`lower(${email}) = any(${emails}::text[])`

/** The same for the stored address of a user. */
export const isDemoUser = ({ email }: { email: string }): boolean => emails.includes(email.toLowerCase())

/** The same for an address that was typed, which need not be stored. */
export const isDemoAddress = async (db: Executor, email: string): Promise<boolean> =>
  (await sql<{ found: boolean }>`select ${isDemoEmail(sql`${email}::text`)} as found`.execute(db)).rows[0]?.found ??
  false

/** @throws OperatorError  demo accounts on a server that others can reach, without DEMO=1 */
export function forbidDemoInProduction(settings: Settings): void {
  const indicators = productionSettings(settings)
  if (settings.demo === 'asked' || indicators.length === 0) return
  throw new OperatorError(
    `The database holds demo accounts, whose password is public, and ${indicators.join(', ')} say${indicators.length === 1 ? 's' : ''} that others reach this server: npx chisholm demo remove takes them out; DEMO=1 serves them all the same.`,
  )
}

/** Whether the demo accounts exist in this database. */
export async function isDemoLoaded(db: Executor): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(isDemoEmail(sql.ref('email')))
    .limit(1)
    .execute()
  return found.length > 0
}
