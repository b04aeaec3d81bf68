import { Command } from 'commander'
import { importKinds } from '@chisholm/domain/import-columns'
import { settingsHelp } from '../settings.ts'
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

/**
 * The command-line program `chisholm`. Commands load their code when they run, so that help is fast. Exit codes: 0
 * done, 1 failed, 2 invalid usage, 3 done with warnings.
 */
export function program(): Command {
  const chisholm = new Command('chisholm')
    .description('Post-mortem requests and veterinary scheduling for feedlots and ranches.')
    .version(version(), '--version', 'tells the version')
    .helpOption('--help', 'tells how to call it')
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.usage))
    .addHelpText('after', () => `\n${settingsHelp()}`)
  const command = (name: string, description: string) =>
    chisholm.command(name).description(description).helpOption('--help', 'tells how to call it')
  const withJson = (name: string, description: string) =>
    command(name, description).option('--json', 'answers in JSON, for scripts')

  command('start', 'Starts the server (also what happens without a command).')
    .option('--new-secret-key', 'goes on although the secret key is lost, and tells what is lost with it')
    .action(async (options: StartOptions) => (await import('./start.ts')).start(options))
  chisholm.allowExcessArguments().action(async () => {
    const [unknown] = chisholm.args
    if (unknown !== undefined) return chisholm.error(`There is no command ${unknown}: see chisholm --help.`)
    await (await import('./start.ts')).start()
  })
  command(
    'prepare',
    'Installs the packages and builds the web app of this version; the program itself does it.',
  ).action(() => {})
  withJson('migrate', 'Brings the database up to date and ends.').action((options: Json) =>
    runCommand(options, async (settings) => (await import('./migrate.ts')).migrateDatabase(settings)),
  )
  const admin = command('admin', 'Accounts that administer.')
  admin
    .command('create')
    .description('Makes a SuperAdmin: the first account of a practice.')
    .argument('<email>', 'address the person signs in with')
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--mail', 'sends a temporary password by mail instead of asking for one')
    .option('--password-stdin', 'reads the password from standard input')
    .option('--json', 'answers in JSON, for scripts')
    .action((email: string, options: Json & CreateOptions) =>
      runCommand(options, async (settings) => (await import('./admin.ts')).createAdmin(settings, email, options)),
    )
  admin
    .command('set-password')
    .description('Sets the password of somebody who cannot sign in; ends every sign-in of theirs.')
    .argument('<email>', 'address of an active account')
    .option('--password-stdin', 'reads the password from standard input')
    .option('--json', 'answers in JSON, for scripts')
    .action((email: string, options: Json & PasswordOptions) =>
      runCommand(options, async (settings) => (await import('./admin.ts')).setPassword(settings, email, options)),
    )
  admin
    .command('remove-second-factor')
    .description('Takes the second factor from somebody who lost it; ends every sign-in of theirs.')
    .argument('<email>', 'address of an active account')
    .option('--json', 'answers in JSON, for scripts')
    .action((email: string, options: Json) =>
      runCommand(options, async (settings) => (await import('./admin.ts')).removeSecondFactor(settings, email)),
    )
  withJson(
    'import',
    'Reads customers, sites, users, tickets of another system, trainings or a library list from a CSV file.',
  )
    .argument('<list>', `one of ${importKinds.join(', ')}`)
    .argument('<file>', 'a CSV file; the first line names its columns')
    .option('--apply', 'imports it; without, it only says what would change')
    .option('--no-mail', 'invites nobody by mail')
    .option('--photos <path>', 'a folder or ZIP with the photos that the column photos of post-mortems names')
    .action((kind: string, file: string, options: Json & ImportOptions) =>
      runCommand(options, async (settings) => (await import('./import.ts')).importFile(settings, kind, file, options)),
    )
  withJson('backup', 'Writes database, photos and reports into one file, or into a folder; a server may be running.')
    .argument('[file]', 'file to write; it appears once it is whole')
    .option('--replace', 'overwrites a file of that name')
    .option('--to <folder>', 'instead of a file: a folder of backups, where each photo and report is copied once')
    .option('--keep <rule>', 'removes older backups of that folder: how many stay, like daily=7,weekly=5,monthly=12')
    .action((file: string | undefined, options: Json & BackupOptions) => {
      if (file === undefined && options.to === undefined)
        return chisholm.error("missing required argument 'file', or --to with a folder")
      return runCommand(options, async (settings) => (await import('./backup.ts')).backUp(settings, file, options))
    })
  withJson('restore', 'Loads a backup into an empty database and storage; no server may be running.')
    .argument('<file>', 'a file or folder that backup wrote')
    .option('--check', 'only reads it, every file included, and says whether it is whole')
    .option('--at <moment>', 'of a folder: the newest of this day or moment and before, like 2026-11-22')
    .action((file: string, options: Json & RestoreOptions) =>
      runCommand(options, async (settings) => (await import('./restore.ts')).restore(settings, file, options)),
    )
  withJson('move-to', 'Moves everything from the embedded database to a PostgreSQL server.')
    .argument('<database-url>', 'postgres://… of an empty database')
    .option('--storage-url <url>', 's3://… for photos and reports; left out, they stay where they are')
    .action((url: string, options: Json & MoveOptions) =>
      runCommand(options, async (settings) => (await import('./move-to.ts')).moveTo(settings, url, options)),
    )
  withJson('check', 'Looks at settings, database, storage and mail, and says how to mend what is wrong.')
    .option('--files', 'reads every photo and report, too, and lists those that are missing, cut or changed')
    .action((options: Json & CheckOptions) =>
      runCommand(options, async (settings) => (await import('./check.ts')).check(settings, options)),
    )
  command('erase', 'Erases what a practice must or wants to forget.')
    .command('customer')
    .description('Exports a customer with all its tickets, photos and reports into a file, then erases it.')
    .argument('<name-or-id>', 'the customer')
    .requiredOption('--export <file>', 'tar file to write first; it appears once it is whole')
    .option('--replace', 'overwrites a file of that name')
    .option('--yes', 'erases it; without, it only says what would go')
    .option('--json', 'answers in JSON, for scripts')
    .action((nameOrId: string, options: Json & EraseOptions) =>
      runCommand(options, async (settings) =>
        (await import('./erase-customer.ts')).eraseCustomerCommand(settings, nameOrId, options),
      ),
    )
  withJson('retention', 'Tells what the RETAIN settings keep no longer; the server removes it every night.')
    .option('--apply', 'removes it now; a server may be running')
    .action((options: Json & { apply?: boolean }) =>
      runCommand(options, async (settings) => (await import('./retention.ts')).applyRetention(settings, options)),
    )
  withJson('rotate-key', 'Seals everything by the first key of SECRET_KEY; a server may be running.').action(
    (options: Json) => runCommand(options, async (settings) => (await import('./rotate-key.ts')).rotateKey(settings)),
  )
  const demo = withJson('demo', 'Loads the demo practice into an empty database and tells its accounts.').action(
    (options: Json) => runCommand(options, async (settings) => (await import('./demo.ts')).loadDemoCommand(settings)),
  )
  demo
    .command('remove')
    .description('Takes the demo practice out, accounts, tickets and photos; a server may be running.')
    .option('--yes', 'says that this is meant')
    .action((options: { yes?: boolean }) =>
      runCommand(demo.opts(), async (settings) => (await import('./demo.ts')).removeDemoCommand(settings, options)),
    )
  return chisholm
}
