import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForJobs, waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()

test('a diagnosis that is renamed while a ticket is completed has one name in report, opinion and library', async () => {
  const { client, site } = await factory.client()
  const [admin, vet] = [await factory.user('Admin'), await factory.user('Veterinarian')]
  const diagnosis = (await admin.post('/diagnoses', { name: 'Old name' })).body.data
  const { id } = await factory.scheduledPostMortem(client, site, vet)
  const [animal] = (await vet.get(`/post-mortems/${id}`)).body.data.veterinary_record.veterinary_record_animals
  await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: diagnosis.id })
  await waitForJobs(factory.db)
  const { completing, renaming } = await factory.db.transaction().execute(async (tx) => {
    // the report is composed, but neither it nor the opinion is stored
    await sql`lock table report_versions in share mode`.execute(tx)
    const completing = vet.put(`/post-mortems/${id}`, { completed_at: '1' })
    await waitForLocks(factory.db, 1)
    const renaming = admin.put(`/diagnoses/${diagnosis.id}`, { name: 'New name' })
    await Promise.race([renaming, waitForLocks(factory.db, 2)])
    return { completing, renaming }
  })
  const statuses = [(await completing).status, (await renaming).status]
  const [version] = (
    await sql<{ content: string; opinion: string; name: string }>`
      select v.content::text as content, a.issued_opinion -> 'vet_diagnosis' ->> 'name' as opinion, l.name
      from report_versions v join animals a using (post_mortem_id) join library_entries l on l.id = a.vet_diagnosis_id
      where v.post_mortem_id = ${id}`.execute(factory.db)
  ).rows
  expect([statuses, version?.opinion, version?.name]).toEqual([[200, 409], 'Old name', 'Old name'])
  expect(version?.content).toContain('Old name')
})
