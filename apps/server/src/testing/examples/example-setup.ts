import type { CustomerId } from '../../database/ids.ts'
import { createSecondFactorFactory } from '../../features/second-factor/testing/second-factor-factory.ts'
import { seedLibrary } from '../../features/library/index.ts'
import type { Factory } from '../factory.ts'

/** Creates a row of an example and returns what its placeholder stands for. */
export type ExampleBuilder = (path: string) => Promise<string>

/**
 * The people of the examples, and the site that their rows belong to.
 * @param ofCustomer  the customer of the site; default: a new one
 */
export async function exampleSetup(factory: Factory, ofCustomer?: CustomerId) {
  await seedLibrary(factory.db)
  const factors = createSecondFactorFactory(factory)
  const admin = await factory.user('SuperAdmin')
  const vet = await factory.user('Veterinarian')
  const { client, site } = await factory.client(ofCustomer)
  const entryOf = async (list: string) => {
    const entry = factory.db.selectFrom('library_entries').select('id').where('list', '=', list)
    return (await entry.limit(1).executeTakeFirstOrThrow()).id
  }
  const animal = async () => (await factory.animal(client, (await factory.draftPostMortem(client, site)).id)).id
  return { factory, factors, admin, vet, client, site, entryOf, animal }
}

export type ExampleSetup = Awaited<ReturnType<typeof exampleSetup>>
