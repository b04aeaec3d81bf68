import { v7 as uuidv7 } from 'uuid'
import type { CustomerId } from '../database/ids.ts'
import { type ExampleName, exampleIds, exampleTexts } from '../http/openapi/example-values.ts'
import { peopleBuilders } from './examples/example-people.ts'
import { dayBuilders, herdBuilders, libraryBuilders } from './examples/example-practice.ts'
import { type ExampleBuilder, exampleSetup } from './examples/example-setup.ts'
import { textBuilders } from './examples/example-texts.ts'
import { ticketBuilders } from './examples/example-tickets.ts'
import type { Factory } from './factory.ts'

/**
 * Replaces the placeholders of documented examples with real rows, new ones for each example. A new name in
 * example-values.ts needs a line in `examples/`.
 * @param ofCustomer  the customer whose site they belong to; default: a new one
 */
export async function exampleFixtures(factory: Factory, ofCustomer?: CustomerId) {
  const setup = await exampleSetup(factory, ofCustomer)
  const ids: Record<ExampleName, ExampleBuilder> = {
    newId: async () => uuidv7(),
    ...ticketBuilders(setup),
    ...peopleBuilders(setup),
    ...herdBuilders(setup),
    ...libraryBuilders(setup),
    ...dayBuilders(setup),
  }
  const texts = await textBuilders(setup)
  const placeholders = [
    // cast: the table has a line for each example
    ...Object.entries(ids).map(([name, make]) => ({ placeholder: exampleIds[name as ExampleName], make })),
    // cast: the table has a line for each example
    ...Object.entries(texts).map(([name, make]) => ({ placeholder: exampleTexts[name as keyof typeof texts], make })),
  ]

  /** Fills an example with real values. */
  const withRealValues = async <T>(example: T, path: string): Promise<T> => {
    let text = JSON.stringify(example)
    for (const { placeholder, make } of placeholders)
      if (text.includes(placeholder)) text = text.replaceAll(placeholder, await make(path))
    return JSON.parse(text) as T
  }
  const { admin, vet, client, site } = setup
  return { admin, vet, client, site, withRealValues }
}
