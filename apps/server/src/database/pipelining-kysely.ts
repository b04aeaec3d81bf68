import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  type PostgresDialect,
} from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A Kysely whose transactions send the statements that are run at once (`allOf`) one behind the other, without
 * waiting for each response; PostgreSQL executes them in this order. Kysely itself sends each after the response to the
 * one before. If one fails, PostgreSQL refuses those behind it, as the transaction is aborted.
 */
export async function createPipeliningKysely(dialect: PostgresDialect): Promise<Kysely<Tables>> {
  const driver = dialect.createDriver()
  await driver.init()
  const executor = new PipeliningExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
  )
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}

class PipeliningExecutor extends DefaultQueryExecutor {
  /** Called for each transaction, with a provider that lends its connection to one statement at a time. */
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    let connection: Promise<DatabaseConnection> | undefined
    return super.withConnectionProvider({
      provideConnection: async (consumer) => {
        connection ??= provider.provideConnection(async (one) => one)
        return consumer(await connection)
      },
    })
  }
}
