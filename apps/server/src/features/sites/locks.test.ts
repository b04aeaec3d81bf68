import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../../database/ids.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForJobs, whileLocked } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()

test('a site of a customer that is being deleted is rejected with its field', async () => {
  const admin = await factory.user('Admin')
  const { data: customer } = (await admin.post('/customers', { name: `Short-lived ${newId()}` })).body
  await waitForJobs(factory.db)
  const answers = await whileLocked(factory.db, sql`select from customers where id = ${customer.id} for update`, [
    () => admin.delete(`/customers/${customer.id}`),
    () => admin.post('/sites', { name: 'Feedlot', customer_id: customer.id }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
  expect(Object.keys(answers[1]?.body.errors)).toEqual(['customer_id'])
})
