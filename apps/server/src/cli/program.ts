import { Command } from 'commander'
import { importKinds } from '@chisholm/domain/import-columns'
import { settingsHelp } from '../settings-table.ts'
import { version } from '../version.ts'
import type { StartOptions } from '../serve.ts'
import type { CreateOptions, PasswordOptions } from './admin.ts'
import type { BackupOptions } from './backup.ts'
import type { CheckOptions } from './check.ts'
import type { EraseOptions } from './erase-customer.ts'
import type { ImportOptions } from './import.ts'
import type { MoveOptions } from './move-to.ts'
import type { RestoreOptions } from './restore.ts'
import { exitCodes, runCommand } from './run-command.ts'

interface Json {
  json?: boolean
}

const json = ['--json', 'print JSON, for scripts'] as const
const helpOfSettings = () => `\n${settingsHelp()}`

/**
 * The command-line program `chisholm`. Commands load their code when they run, so that help is fast. Exit codes: 0
 * done, 1 failed, 2 invalid usage, 3 done with warnings.
 */
export function program(): Command {
  const chisholm = new Command('chisholm')
    .description('Post-mortem requests and veterinary scheduling for feedlots and ranches.')
    .version(version(), '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage))
    .addHelpText('after', helpOfSettings)
  addStart(chisholm)
  addPrepare(chisholm)
  addMigrate(chisholm)
  addAdmin(chisholm)
  addImport(chisholm)
  addBackup(chisholm)
  addRestore(chisholm)
  addMoveTo(chisholm)
  addCheck(chisholm)
  addErase(chisholm)
  addRetention(chisholm)
  addRotateKey(chisholm)
  addDemo(chisholm)
  return chisholm
}

function addStart(chisholm: Command): void {
  chisholm
    .command('start')
    .description('Starts the server (also what happens without a command).')
    .option('--new-secret-key', 'start although the secret key is lost, and print what is lost with it')
    .addHelpText('after', helpOfSettings)
    .action(async (options: StartOptions) => (await import('./start.ts')).start(options))
  chisholm.allowExcessArguments().action(async () => {
    const [unknown] = chisholm.args
    if (unknown !== undefined) return chisholm.error(`There is no command ${unknown}: see chisholm --help.`)
    await (await import('./start.ts')).start()
  })
}

function addPrepare(chisholm: Command): void {
  chisholm
    .command('prepare')
    .description('Installs packages and builds the web app of this version (done by the launcher).')
    .action(() => {})
}

function addMigrate(chisholm: Command): void {
  chisholm
    .command('migrate')
    .description('Runs pending migrations and exits.')
    .option(...json)
    .action((options: Json) =>
      runCommand(options, async (settings) => (await import('./migrate.ts')).migrateDatabase(settings)),
    )
}

function addAdmin(chisholm: Command): void {
  const admin = chisholm.command('admin').description('Manages administrator accounts.')
  admin
    .command('create')
    .description('Creates a SuperAdmin: the first account of a practice.')
    .argument('<email>', 'e-mail address to sign in with')
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--mail', 'send a temporary password by e-mail instead of asking for one')
    .option('--password-stdin', 'read the password from standard input')
    .option(...json)
    .action((email: string, options: Json & CreateOptions) =>
      runCommand(options, async (settings) => (await import('./admin.ts')).createAdmin(settings, email, options)),
    )
  admin
    .command('set-password')
    .description('Sets the password of a user who cannot sign in, and ends all their sessions.')
    .argument('<email>', 'e-mail address of an active account')
    .option('--password-stdin', 'read the password from standard input')
    .option(...json)
    .action((email: string, options: Json & PasswordOptions) =>
      runCommand(options, async (settings) => (await import('./admin.ts')).setPassword(settings, email, options)),
    )
  admin
    .command('remove-second-factor')
    .description('Removes the second factor of a user who lost it, and ends all their sessions.')
    .argument('<email>', 'e-mail address of an active account')
    .option(...json)
    .action((email: string, options: Json) =>
      runCommand(options, async (settings) => (await import('./admin.ts')).removeSecondFactor(settings, email)),
    )
}

function addImport(chisholm: Command): void {
  chisholm
    .command('import')
    .description(
      'Imports customers, sites, lots, head counts, users, tickets of another system, trainings or a library list from a CSV file.',
    )
    .option(...json)
    .argument('<kind>', `one of ${importKinds.join(', ')}`)
    .argument('<file>', 'a CSV file with column names in its first line')
    .option('--apply', 'import; otherwise only report what would change')
    .option('--no-mail', 'send no invitations by e-mail')
    .option('--photos <path>', 'a folder or ZIP with the files named in the column photos of post-mortems')
    .action((kind: string, file: string, options: Json & ImportOptions) =>
      runCommand(options, async (settings) => (await import('./import.ts')).importFile(settings, kind, file, options)),
    )
}

function addBackup(chisholm: Command): void {
  chisholm
    .command('backup')
    .description('Backs up database, photos and reports to a file or folder; a server may be running.')
    .option(...json)
    .argument('[file]', 'file to write; appears when complete')
    .option('--replace', 'overwrite an existing file')
    .option('--to <folder>', 'add to a folder of backups that stores each photo and report once')
    .option('--keep <rule>', 'prune older backups of that folder, keeping for example daily=7,weekly=5,monthly=12')
    .action((file: string | undefined, options: Json & BackupOptions) => {
      if (file === undefined && options.to === undefined)
        return chisholm.error("missing required argument 'file', or --to with a folder")
      return runCommand(options, async (settings) => (await import('./backup.ts')).backUp(settings, file, options))
    })
}

function addRestore(chisholm: Command): void {
  chisholm
    .command('restore')
    .description('Restores a backup into an empty database and storage; no server may be running.')
    .option(...json)
    .argument('<file>', 'a backup file or folder of backups')
    .option('--check', 'only verify it, including every file')
    .option('--at <time>', 'of a folder: the newest backup at or before this day or time, like 2026-11-22')
    .action((file: string, options: Json & RestoreOptions) =>
      runCommand(options, async (settings) => (await import('./restore.ts')).restore(settings, file, options)),
    )
}

function addMoveTo(chisholm: Command): void {
  chisholm
    .command('move-to')
    .description('Moves everything from the embedded database to a PostgreSQL server.')
    .option(...json)
    .argument('<database-url>', 'postgres://… of an empty database')
    .option('--storage-url <url>', 's3://… to move photos and reports to; otherwise they stay where they are')
    .action((url: string, options: Json & MoveOptions) =>
      runCommand(options, async (settings) => (await import('./move-to.ts')).moveTo(settings, url, options)),
    )
}

function addCheck(chisholm: Command): void {
  chisholm
    .command('check')
    .description('Checks settings, database, storage and mail, and says how to fix problems.')
    .option(...json)
    .option('--files', 'also verify every photo and report, and list missing, truncated or changed ones')
    .action((options: Json & CheckOptions) =>
      runCommand(options, async (settings) => (await import('./check.ts')).check(settings, options)),
    )
}

function addErase(chisholm: Command): void {
  chisholm
    .command('erase')
    .description('Erases data of the practice.')
    .command('customer')
    .description('Exports a customer with all its tickets, photos and reports to a file, then erases it.')
    .argument('<name-or-id>', 'the customer')
    .requiredOption('--export <file>', 'tar file to write first; appears when complete')
    .option('--replace', 'overwrite an existing file')
    .option('--yes', 'erase; otherwise only report what would be erased')
    .option(...json)
    .action((nameOrId: string, options: Json & EraseOptions) =>
      runCommand(options, async (settings) =>
        (await import('./erase-customer.ts')).eraseCustomerCommand(settings, nameOrId, options),
      ),
    )
}

function addRetention(chisholm: Command): void {
  chisholm
    .command('retention')
    .description('Lists data past its retention (RETAIN settings), which the server deletes every night.')
    .option(...json)
    .option('--apply', 'delete it now; a server may be running')
    .action((options: Json & { apply?: boolean }) =>
      runCommand(options, async (settings) => (await import('./retention.ts')).applyRetention(settings, options)),
    )
}

function addRotateKey(chisholm: Command): void {
  chisholm
    .command('rotate-key')
    .description('Re-encrypts secrets with the first key of SECRET_KEY; a server may be running.')
    .option(...json)
    .action((options: Json) =>
      runCommand(options, async (settings) => (await import('./rotate-key.ts')).rotateKey(settings)),
    )
}

function addDemo(chisholm: Command): void {
  const demo = chisholm
    .command('demo')
    .description('Loads the demo practice into an empty database and prints its accounts.')
    .option(...json)
    .action((options: Json) =>
      runCommand(options, async (settings) => (await import('./demo.ts')).loadDemoCommand(settings)),
    )
  demo
    .command('remove')
    .description('Removes the demo practice with accounts, tickets and photos; a server may be running.')
    .option('--yes', 'confirm the removal')
    .action((options: { yes?: boolean }) =>
      runCommand(demo.opts(), async (settings) => (await import('./demo.ts')).removeDemoCommand(settings, options)),
    )
}
