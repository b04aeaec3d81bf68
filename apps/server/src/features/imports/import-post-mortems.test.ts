import { expect, test } from 'vitest'
import { readAuditEntries } from '../../testing/audit-entries.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { multipartOf } from '../../testing/multipart.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { waitForJobs, waitForLocks } from '../../testing/while-locked.ts'
import { importTexts } from './import-texts.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { send, read, importProblems } = csvImports(factory, admin)

await read('tag-colors?apply=1', 'name,hex\nYellow,#f2c21a\n')
await read('diagnoses?apply=1', 'name,code\nPneumonia,RES-01\nLiver abscess,DIG-05\n')
await read('breeds?apply=1', 'name\nAngus\n')

let made = 0
/** A ticket number of the old system that no other test uses. */
const number = () => `OLD-${++made}`

/** A site, its client and a veterinarian. */
async function practice() {
  const { client, site } = await factory.client()
  const { name } = await factory.db
    .selectFrom('sites')
    .select('name')
    .where('id', '=', site.id)
    .executeTakeFirstOrThrow()
  const customer = await factory.db
    .selectFrom('customers')
    .select('name')
    .where('id', '=', site.customerId)
    .executeTakeFirstOrThrow()
  return { client, site, names: `${customer.name},${name}`, vet: await factory.user('Veterinarian') }
}

const postMortemsOf = async (oldNumber: string) => {
  const { rows } = await factory.pool.query<{ id: string; pin: number }>(
    'select id, pin from post_mortems where imported_number = $1',
    [oldNumber],
  )
  return rows
}
const ticket = async (oldNumber: string) => {
  const [found] = await postMortemsOf(oldNumber)
  return (await admin.get(`/post-mortems/${found?.id}`)).body.data
}

test('tickets are imported with their animals, dates and diagnoses, in their original status', async () => {
  const { names, vet, client } = await practice()
  const [done, open, planned] = [number(), number(), number()]
  const file = [
    'Number,Customer,Site,Record at,Requested at,Scheduled at,Completed at,Veterinarian,Note,Tag,Tag color,RFID,Pen,Lot,Customer record at,Customer diagnosis,Vet diagnosis,Vet findings,Breed,Weight,Colour of the barn',
    `${done},${names},2024-03-31,2024-03-31T15:00:00-06:00,2024-04-01,2024-04-02,${vet.email},Call first,Y 1,Yellow,840 003 123 456 789,7,A-12,03/30/2024,RES-01,liver abscess,"Abscesses\nin both lobes",Angus,"312,5",red`,
    `${open},${names},2024-05-01,,,,,,Y 3,,,,,,,,,,,`,
    `${done},,,,,,,,,Y 2,,,,,,,,,,,`,
    `${planned},${names},2024-05-02,,2024-05-04 09:00:00,,${vet.email},,,,,,,,,,,,,`,
  ].join('\n')
  const preview = await read('post-mortems', file)
  expect(preview).toMatchObject({
    applied: false,
    tickets: 3,
    counts: { rows: 4, new: 4, unchanged: 0, problems: 0 },
    ignored_columns: ['Colour of the barn'],
  })
  expect(preview.rows[0]).toMatchObject({ line: 2, what: 'new', name: `${done}: Y 1` })
  expect(await postMortemsOf(done)).toEqual([])

  expect((await read('post-mortems?apply=1', file)).applied).toBe(true)
  const completed = await ticket(done)
  expect(completed).toMatchObject({
    status: 'Completed',
    record_at: '2024-03-31',
    requested_at: '2024-03-31T21:00:00.000Z',
    created_at: '2024-03-31T21:00:00.000Z',
    note: 'Call first',
    veterinary_record: {
      scheduled_at: '2024-04-01T06:00:00.000Z',
      completed_at: '2024-04-02T06:00:00.000Z',
      completed_by: { id: vet.id },
    },
  })
  const [one, other] = completed.veterinary_record.veterinary_record_animals
  expect(one).toMatchObject({
    tag: 'Y 1',
    tag_color: { name: 'Yellow' },
    rfid: '840003123456789',
    pen: '7',
    lot: 'A-12',
    customer_record_at: '2024-03-30',
    customer_diagnosis: { name: 'Pneumonia' },
    vet_diagnosis: { name: 'Liver abscess' },
    vet_findings: 'Abscesses\nin both lobes',
    breed: { name: 'Angus' },
    weight: 312.5,
  })
  expect(other).toMatchObject({ tag: 'Y 2', customer_record_at: '2024-03-31' })
  expect((await ticket(open)).status).toBe('Pending')
  expect(await ticket(planned)).toMatchObject({
    status: 'In Progress',
    veterinary_record: { scheduled_for: { id: vet.id }, scheduled_at: '2024-05-04T09:00:00.000Z' },
  })
  // A client of the site sees the tickets in their original order.
  const { body } = await client.get('/post-mortems')
  expect(body.data.map(({ record_at }: { record_at: string }) => record_at)).toEqual([
    '2024-05-02',
    '2024-05-01',
    '2024-03-31',
  ])
})

test('importing the same file again, or several times at once, creates no duplicates', async () => {
  const { names } = await practice()
  const numbers = Array.from({ length: 30 }, number)
  const file = `number,customer,site,record_at,tag\n${numbers.map((one) => `${one},${names},2024-01-01,T`).join('\n')}\n`
  const answers = await Promise.all(Array.from({ length: 4 }, () => read('post-mortems?apply=1', file)))
  expect(answers.map(({ counts }) => counts.new).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 30])
  const again = await read('post-mortems?apply=1', `${file}${numbers[0]},Nobody,Nowhere,never,another\n`)
  expect(again.counts).toMatchObject({ new: 0, unchanged: 31, problems: 0 })
  for (const one of numbers) expect(await postMortemsOf(one)).toHaveLength(1)
  expect((await ticket(numbers[0] ?? '')).veterinary_record.veterinary_record_animals).toHaveLength(1)
})

test('exports of tickets and animals can be imported again: here they change nothing, elsewhere they bring the tickets back', async () => {
  const { client, site, vet } = await practice()
  await vet.put(`/users/${vet.id}`, { first_name: 'Rosalind', last_name: 'Namesakeless' })
  const draft = await factory.draftPostMortem(client, site)
  const sent = await factory.pendingPostMortem(client, site)
  const completed = await factory.completedPostMortem(client, site, vet)
  const animal = { tag: 'Y 900', rfid: '840003123456700', lot: 'A-1', customer_notes: 'x'.repeat(600), weight: 500.5 }
  await factory.animal(client, sent.id, {
    ...animal,
    died_at: '2026-03-08T11:00:00.000Z',
    death_kind: 'euthanised',
    arrived_at: '2026-01-02',
    treatments_given: [{ name: 'Vitamin B1: 10 ml', given_at: '2026-03-01', note: 'at noon; again at night' }],
  })
  await vet.put(`/post-mortems/${sent.id}`, {
    scheduled_at: '2026-12-24T16:30:00Z',
    scheduled_for_id: vet.id,
    description: 'Found behind the mill.',
    no_vet_visit_requested: 1,
  })
  const ids = [draft.id, sent.id, completed.id].join(',')
  for (const list of [
    `post-mortems?filter[id]=${ids}`,
    `veterinary-record-animals?filter[veterinary_record_id]=${ids}`,
  ]) {
    const file = (await admin.get(`/exports/${list}`)).bytes
    const again = await read('post-mortems?apply=1', file)
    expect([list, again.problems, again.counts.new, again.counts.unchanged]).toEqual([list, [], 0, again.counts.rows])
  }
  expect((await client.get('/post-mortems')).body.meta.total).toBe(3)

  // elsewhere the draft would be a ticket that was sent
  await factory.animal(client, draft.id, { tag: 'Y 901' })
  const ofDraft = (await admin.get(`/exports/veterinary-record-animals?filter[veterinary_record_id]=${draft.id}`)).bytes
  expect(await importProblems('post-mortems?apply=1', ofDraft.toString().replaceAll('CHM-', 'ELSEWHERE-'))).toEqual([
    `2 status: ${importTexts.draft}`,
  ])
  const query = `filter[veterinary_record_id]=${sent.id},${completed.id}&sort=created_at`
  const exported = (await admin.get(`/exports/veterinary-record-animals?${query}`)).bytes.toString()
  const file = exported.replaceAll('CHM-', 'ELSEWHERE-')
  const { problems, tickets, counts } = await read('post-mortems?apply=1', file)
  expect([problems, tickets, counts.unchanged]).toEqual([[], 2, 0])
  const fieldsOf = async (id: string) => {
    const { veterinary_record: record, ...found } = (await admin.get(`/post-mortems/${id}`)).body.data
    const { status, record_at, requested_at, note, description, no_vet_visit_requested } = found
    const { scheduled_at, scheduled_for_id, completed_at, completed_by_id } = record
    const animals = record.veterinary_record_animals.map((one: Record<string, unknown>) => {
      const named = ['tag_color', 'breed', 'vet_diagnosis', 'death_kind', 'days_on_feed', 'died_at', 'vet_findings']
      return Object.fromEntries([...Object.keys(animal), ...named].map((field) => [field, one[field]]))
    })
    const ticketFields = { status, record_at, requested_at, note, scheduled_at, completed_at, completed_by_id }
    return {
      ...ticketFields,
      description,
      no_vet_visit_requested,
      animals,
      ...(status !== 'Completed' && { scheduled_for_id }),
    }
  }
  for (const { id, pin } of [
    { id: sent.id, pin: sent.veterinary_record.pin },
    { id: completed.id, pin: completed.veterinary_record.pin },
  ]) {
    const [copy] = await postMortemsOf(`ELSEWHERE-${pin}`)
    expect(await fieldsOf(copy?.id ?? '')).toEqual(await fieldsOf(id))
  }
  // the same number of another practice is another ticket
  const { names } = await practice()
  const other = `number,customer,site,record_at,tag\n${draft.title},${names},2024-01-01,T\n`
  expect((await read('post-mortems?apply=1', other)).counts).toMatchObject({ new: 1, unchanged: 0 })
})

test('open tickets are not assigned to a veterinarian who is disabled during their import', async () => {
  const { names, vet, site } = await practice()
  const header = 'number,customer,site,record_at,scheduled_at,veterinarian'
  const file = `${header}\n${number()},${names},2024-01-01,2024-01-02,${vet.email}\n`
  // a job that notifies veterinarians would wait for the same row
  await waitForJobs(factory.db)
  const { pending } = await factory.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ status: 'disabled' }).where('id', '=', vet.id).execute()
    const pending = send('post-mortems?apply=1', file)
    await waitForLocks(factory.db, 1)
    return { pending }
  })
  const { status, body } = await pending
  expect([status, body.message]).toEqual([422, expect.stringMatching(/^A veterinarian .* was disabled or erased/)])
  const { rows } = await factory.pool.query('select id from post_mortems where site_id = $1', [site.id])
  expect(rows).toEqual([])
})

test('five hundred animals with twenty treatments each are imported', async () => {
  const { names } = await practice()
  const one = number()
  const treatments = Array.from({ length: 20 }, (_, index) => `T ${index}`).join('; ')
  const lines = Array.from(
    { length: 500 },
    (_, index) => `${one},${index === 0 ? `${names},2024-01-01` : ',,'},A ${index},${treatments}`,
  )
  await read('post-mortems?apply=1', `number,customer,site,record_at,tag,treatments_given\n${lines.join('\n')}\n`)
  const [found] = await postMortemsOf(one)
  const { rows } = await factory.pool.query<{ count: number }>(
    `select count(*)::int as count from animal_treatments where animal_id in (select id from animals where post_mortem_id = $1)`,
    [found?.id],
  )
  expect(rows).toEqual([{ count: 10_000 }])
})

test('a ticket that was deleted after its import does not come back', async () => {
  const { names } = await practice()
  const one = number()
  const file = `number,customer,site,record_at\n${one},${names},2024-01-01\n`
  await read('post-mortems?apply=1', file)
  const [found] = await postMortemsOf(one)
  expect((await admin.delete(`/post-mortems/${found?.id}`)).status).toBe(200)
  expect((await read('post-mortems?apply=1', file)).counts).toMatchObject({ new: 0, unchanged: 1 })
})

test('all problems are reported by line and column, and nothing is written', async () => {
  const { names, site } = await practice()
  const good = number()
  const numbers = Array.from({ length: 9 }, number)
  const disabled = await factory.user('Veterinarian')
  await factory.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.id).execute()
  const year = new Date().getUTCFullYear() + 1
  const rows = [
    `${good},${names},2024-01-01,,,,,,,,,,`,
    `,${names},2024-01-01,,,,,,,,,,`,
    `${numbers[0]},Nobody,North,2024-01-01,,,,,,,,,`,
    `${numbers[1]},${names}x,2024-02-30,,,,,,,,,,`,
    `${numbers[2]},${names},2024-01-01,${year}-01-01,,,,,,,,,`,
    `${numbers[3]},${names},2024-01-01,,2024-01-02,client@nowhere.example,,,,,,,`,
    `${numbers[4]},${names},2024-01-01,,2024-01-02,,,,,,,,`,
    `${numbers[5]},${names},2024-01-01,,,${disabled.email},LR 0000 0001,,,,,,`,
    `${numbers[6]},${names},2024-01-01,,,,,Unicorn,fever,heavy,,,`,
    `${good},${names},2024-01-02,,,,,,,,,,`,
    `${numbers[7]},,,,,,,,,,,,`,
    `${numbers[8]},${names},2024-01-01,,,,,,,,cow.jpg,,`,
  ]
  const header =
    'number,customer,site,record_at,requested_at,completed_at,veterinarian,rfid,breed,vet_diagnosis,weight,photos,a,b'
  const [customer, name] = names.split(',')
  expect(await importProblems('post-mortems?apply=1', [header, ...rows].join('\n'))).toEqual([
    '3 number: number is empty. Please fill it in.',
    '4 customer: There is no customer “Nobody”. Import it under Customers first, or correct its name.',
    expect.stringMatching(/^5 record_at: “2024-02-30” is no date\. It would look like 2026-03-31/),
    `5 site: “${name}x” is no site of ${customer}. Import it under Sites first, or correct its name.`,
    '6 requested_at: This lies in the future. It has not happened yet.',
    '7 veterinarian: No veterinarian has the address “client@nowhere.example”, and not exactly one has this name. Import the person under People first, or correct it.',
    '8 veterinarian: A completed ticket needs the e-mail address or the name of who completed it.',
    `9 veterinarian: “${disabled.email}” is disabled and can only have completed tickets. Leave this cell empty.`,
    expect.stringMatching(/^9 rfid: /),
    '10 breed: “Unicorn” is not in the list breeds. Import it there first, or correct its name.',
    '10 vet_diagnosis: “fever” is not in the list diagnoses. Import it there first, or correct its name.',
    '10 weight: This must be a number from 0 to 10000.',
    '11 record_at: Line 2 says something else of the same. Make the two alike, or empty this cell.',
    '12 customer: customer is empty. Please fill it in.',
    '12 site: site is empty. Please fill it in.',
    '12 record_at: record_at is empty. Please fill it in.',
    expect.stringMatching(/^13 photos: Photos are imported on the server: npx chisholm import/),
  ])
  const { rows: written } = await factory.pool.query('select id from post_mortems where site_id = $1', [site.id])
  expect(written).toEqual([])
})

test('no ticket is imported as completed before it was sent', async () => {
  const { names, vet } = await practice()
  const header = 'number,customer,site,record_at,requested_at,completed_at,veterinarian'
  const [wrong, dated] = [number(), number()]
  const row = (...cells: string[]) => [...cells, vet.email].join(',')
  const file = `${header}\n${row(wrong, names, '2024-03-01', '2024-03-05', '2024-03-02')}`
  expect(await importProblems('post-mortems?apply=1', file)).toEqual([
    '2 completed_at: The ticket would be completed before it was sent. Please check both times.',
  ])
  await read('post-mortems?apply=1', `${header}\n${row(dated, names, '2024-03-01', '', '2024-02-27T15:00:00Z')}`)
  expect((await ticket(dated)).requested_at).toBe('2024-02-27T15:00:00.000Z')
})

test('no animal is imported as arrived after its death, which is on the day of the ticket unless its line says otherwise', async () => {
  const { names } = await practice()
  const [late, early] = [number(), number()]
  const header = 'number,customer,site,record_at,tag,customer_record_at,arrived_at'
  const file = [
    header,
    `${late},${names},2024-01-05,first,,2024-01-06`,
    `${late},${names},2024-01-05,second,,2024-01-06`,
    `${late},${names},2024-01-05,third,2024-01-06,2024-01-06`,
  ].join('\n')
  expect(await importProblems('post-mortems?apply=1', file)).toEqual([
    '2 arrived_at: Please check these times.',
    '3 arrived_at: Please check these times.',
  ])
  await read('post-mortems?apply=1', `${header}\n${early},${names},2024-01-05,T,,2024-01-05`)
  const [animal] = (await ticket(early)).veterinary_record.veterinary_record_animals
  expect(animal).toMatchObject({ customer_record_at: '2024-01-05', days_on_feed: 0 })
})

test('a mistyped year of a ticket or a death is named instead of imported', async () => {
  const { names } = await practice()
  const file = `number,customer,site,record_at,tag,customer_record_at
${number()},${names},2062-01-05,first,
${number()},${names},2024-01-05,second,0204-01-05`
  expect(await importProblems('post-mortems?apply=1', file)).toEqual([
    '2 record_at: Please check the year of this date.',
    '3 customer_record_at: Please check the year of this date.',
  ])
})

test('a weight is imported with a decimal comma or point, and rejected if the comma may separate thousands', async () => {
  const { names } = await practice()
  const problemsOf = async (weight: string) =>
    (
      await importProblems(
        'post-mortems',
        `number,customer,site,record_at,weight\n${number()},${names},2024-01-01,${weight}`,
      )
    )
      .concat(await importProblems('lots', `customer,site,name,arrival_weight\n${names},17-A,${weight}`))
      .map((problem: string) => problem.replace(/^2 /, ''))
  const ambiguous = '“1,234” could be 1234 or 1.234. Write the one that you mean.'
  expect(await problemsOf('"1,234"')).toEqual([`weight: ${ambiguous}`, `arrival_weight: ${ambiguous}`])
  for (const weight of ['0x10', '1e2'])
    expect(await problemsOf(weight)).toEqual([
      'weight: This must be a number from 0 to 10000.',
      'arrival_weight: This must be a number from 0 to 2000.',
    ])
  const weights = ['612.5', '"612,5"', '1234', '0.125'].map((weight) => [number(), weight] as const)
  const rows = weights.map(([ticketNumber, weight]) => `${ticketNumber},${names},2024-01-01,${weight}`)
  await read('post-mortems?apply=1', ['number,customer,site,record_at,weight', ...rows].join('\n'))
  const weightOf = async (ticketNumber: string) =>
    (await ticket(ticketNumber)).veterinary_record.veterinary_record_animals[0].weight
  expect(await Promise.all(weights.map(([ticketNumber]) => weightOf(ticketNumber)))).toEqual([612.5, 612.5, 1234, 0.13])
})

test('a completed ticket gets its report on the first request', async () => {
  const { names, vet, client } = await practice()
  const one = number()
  const header = 'number,customer,site,record_at,completed_at,veterinarian,tag,vet_diagnosis'
  await read(
    'post-mortems?apply=1',
    `${header}\n${one},${names},2019-01-01,2019-01-03,${vet.email},Y 77,Liver abscess\n`,
  )
  const [found] = await postMortemsOf(one)
  const report = await client.get(`/post-mortems/${found?.id}/report`, { accept: 'application/pdf' })
  expect(report.status).toBe(200)
  const { text } = await readPdf(report.bytes)
  for (const part of ['Y 77', 'Liver abscess', 'January 3rd 2019']) expect(text).toContain(part)
})

test('lists and counters include imported tickets like any others', async () => {
  const { names, vet, client, site } = await practice()
  await factory.pendingPostMortem(client, site)
  const rows = Array.from(
    { length: 1200 },
    (_, index) =>
      `${number()},${names},2023-0${1 + (index % 9)}-15,${index % 3 ? `2023-${10 + (index % 2)}-01,${vet.email}` : ','},T ${index},Pen ${index % 7}`,
  )
  const header = 'number,customer,site,record_at,completed_at,veterinarian,tag,pen'
  await read('post-mortems?apply=1', `${header}\n${rows.join('\n')}\n`)
  const total = async (path: string) => (await client.get(path)).body.meta.total
  expect(await total('/post-mortems?filter[status]=Completed&per_page=1')).toBe(800)
  expect(await total('/post-mortems?filter[status]=Pending&per_page=1')).toBe(401)
  expect(await total('/veterinary-record-animals?per_page=1')).toBe(1201)
  const counters = async () => {
    const all = []
    for (const table of ['ticket_counts', 'ticket_days', 'animal_counts', 'animal_months', 'completion_months'])
      all.push(
        (
          await factory.pool.query(
            `select * from ${table} where ${table.startsWith('animal') ? 'animals' : 'tickets'} <> 0 order by 1, 2`,
          )
        ).rows,
      )
    return all
  }
  const counted = await counters()
  await factory.pool.query('select recount_tickets(), recount_completions(), recount_animals()')
  expect(counted).toEqual(await counters())
  // New numbers continue after the imported ones.
  await factory.pendingPostMortem(client, site)
  expect(await total('/post-mortems?filter[status]=Pending&per_page=1')).toBe(402)
})

test('an import appears in the history of the ticket and of its animal, and sends no e-mails', async () => {
  const { names, vet } = await practice()
  const one = number()
  const header = 'number,customer,site,record_at,scheduled_at,completed_at,veterinarian,tag'
  await read('post-mortems?apply=1', `${header}\n${one},${names},2019-01-01,2019-01-02,2019-01-03,${vet.email},Y 77\n`)
  const { id, veterinary_record } = await ticket(one)
  const { rows: jobs } = await factory.pool.query(`select name from pgboss.job where data->>'id' = $1`, [id])
  expect(jobs).toEqual([])
  const [line] = await readAuditEntries(factory, id)
  expect(line).toMatchObject({ action: 'post-mortem imported', user_id: admin.id, before: null })
  expect(line?.after).toMatchObject({ imported_number: one, record_at: '2019-01-01' })
  const [animal] = veterinary_record.veterinary_record_animals
  expect((await readAuditEntries(factory, animal.id)).map(({ action }) => action)).toEqual(['animal imported'])
})

test('tickets can also be imported by a form, and only by Admins', async () => {
  const { names, vet, client } = await practice()
  const file = `number,customer,site,record_at\n${number()},${names},2024-01-01\n`
  for (const by of [vet, client]) expect((await send('post-mortems?apply=1', file, by)).status).toBe(403)
  const form = new FormData()
  form.set('file', new Blob([file], { type: 'text/csv' }), 'tickets.csv')
  const { headers, payload } = await multipartOf(form)
  const answer = await admin.post('/imports/post-mortems?apply=1', payload, headers)
  expect([answer.status, answer.body.data.tickets]).toEqual([200, 1])
})
