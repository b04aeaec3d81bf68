import { expect, test } from 'vitest'
import { libraryLists } from '@chisholm/domain/library'
import { createSharedFactory } from '../../testing/factory.ts'
import { readAuditActions } from '../../testing/audit-entries.ts'
import { csvImports } from '../../testing/csv-imports.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { send, read, importProblems } = csvImports(factory, admin)

const entries = async (list: string) => (await admin.get(`/${list}?per_page=500`)).body.data
const trainings = async (title: string) =>
  (await admin.get(`/trainings?filter[title]=${encodeURIComponent(title)}`)).body.data

test.each(libraryLists)('%s: new entries are added once, and only by Admins', async (list) => {
  const vet = await factory.user('Veterinarian')
  const file = 'name\nQuite new\nAnother one\n'
  expect((await send(`${list}?apply=1`, file, vet)).status).toBe(403)
  expect((await read(list, file)).counts).toMatchObject({ rows: 2, new: 2 })
  expect((await read(`${list}?apply=1`, file)).applied).toBe(true)
  expect((await read(`${list}?apply=1`, file.toUpperCase())).counts).toMatchObject({ new: 0, unchanged: 2 })
  const names = (await entries(list)).map(({ name }: { name: string }) => name)
  expect(names.filter((name: string) => ['Quite new', 'Another one'].includes(name)).length).toBe(2)
})

test('filled cells change an entry, empty ones keep its values', async () => {
  await read('diagnoses?apply=1', 'name,code,system,notifiable\nCattle fever,XX-01,Systemic,yes\n')
  const outcome = await read('diagnoses?apply=1', 'Name;System\ncattle FEVER;Other\n')
  expect(outcome.rows).toEqual([
    { line: 2, what: 'changed', name: 'Cattle fever', changes: [{ field: 'system', from: 'Systemic', to: 'Other' }] },
  ])
  const [entry] = (await entries('diagnoses')).filter(({ code }: { code: string }) => code === 'XX-01')
  expect(entry).toMatchObject({ name: 'Cattle fever', system: 'Other', notifiable: true })
})

test('the system of an imported phrase is one of an examination, by its value or its name', async () => {
  expect((await importProblems('phrases', 'name,text,system\nDull coat,Coat dull.,skin\n'))[0]).toMatch(/body_cavities/)
  const file = 'name,text,system\nFluid,Fluid in the belly.,Body cavities\n'
  expect((await read('phrases?apply=1', file)).counts).toMatchObject({ new: 1 })
  expect((await read('phrases?apply=1', file)).counts).toMatchObject({ unchanged: 1 })
  expect(await entries('phrases')).toContainEqual(expect.objectContaining({ name: 'Fluid', system: 'body_cavities' }))
})

test('a list with a custom order gets new entries at its end', async () => {
  const [first] = await entries('breeds')
  await admin.put(`/breeds/${first.id}`, { position: 1 })
  await read('breeds?apply=1', 'name\nZebu 2\nZebu 1\n')
  const { body } = await admin.get('/breeds?sort=position&per_page=500')
  expect(body.data.slice(-2).map(({ name }: { name: string }) => name)).toEqual(['Zebu 2', 'Zebu 1'])
})

test.each(libraryLists)('%s: an exported list brings back what was changed since', async (list) => {
  const [color, levelled] = [list === 'tag-colors', list === 'danger-signs']
  const filled = { name: 'Exported', ...(color && { hex: '#ff8800' }), ...(levelled && { level: 'call' }) }
  const entry = (await admin.post(`/${list}`, filled)).body.data
  expect(entry).toMatchObject(filled)
  const file = (await admin.get(`/exports/${list}`)).bytes
  const { counts, problems, ignored_columns } = await read(list, file)
  expect([counts.new, counts.changed, problems]).toEqual([0, 0, []])
  if (!color) return
  expect(ignored_columns).not.toContain('Color')
  await admin.put(`/${list}/${entry.id}`, { hex: '#000000' })
  expect((await read(`${list}?apply=1`, file)).counts.changed).toBe(1)
  expect((await admin.get(`/${list}/${entry.id}`)).body.data).toEqual(entry)
})

test('problems of an entry are reported by line, and nothing is written', async () => {
  await read('diagnoses?apply=1', 'name,code\nTaken,XX-09\n')
  expect(
    await importProblems(
      'diagnoses?apply=1',
      `name,code,notifiable\nOne,XX-09,\nTwo,XX-10,perhaps\nThree,xx-10,\nOne,,\n${'x'.repeat(121)},,\n`,
    ),
  ).toEqual([
    '2 code: Another entry of this list has this code.',
    '3 notifiable: “perhaps” is neither yes nor no.',
    '4 code: Line 3 says this already. Keep one of the two.',
    '5 name: Line 2 says this already. Keep one of the two.',
    expect.stringMatching(/^6 name: .*120/),
  ])
  expect(await importProblems('photo-slots', 'name,required\nUdder,constructor\n')).toEqual([
    '2 required: “constructor” is neither yes nor no.',
  ])
  expect(await importProblems('tag-colors', 'name,hex\nTeal,green\n')).toEqual([expect.stringMatching(/^2 hex: /)])
  expect((await entries('diagnoses')).some(({ name }: { name: string }) => name === 'Three')).toBe(false)
})

test('of hundreds of entries, only those that change get a new version and an audit entry', async () => {
  const indexes = Array.from({ length: 700 }, (_, index) => index)
  const fileOf = (systemOf: (index: number) => string) =>
    `name,code,system\n${indexes.map((index) => `Many ${index},M-${index},${systemOf(index)}`).join('\n')}\n`
  const isChanged = (index: number) => index % 2 === 1
  await read(
    'diagnoses?apply=1',
    fileOf(() => 'Other'),
  )
  const outcome = await read(
    'diagnoses?apply=1',
    fileOf((index) => (isChanged(index) ? 'Systemic' : '')),
  )
  expect(outcome.counts).toMatchObject({ new: 0, changed: 350, unchanged: 350 })
  const saved = await factory.db
    .selectFrom('library_entries')
    .select(['id', 'name', 'code', 'system', 'version'])
    .where('name', 'like', 'Many %')
    .execute()
  const expected = indexes.map((index) => ({
    id: expect.any(String),
    name: `Many ${index}`,
    code: `M-${index}`,
    system: isChanged(index) ? 'Systemic' : 'Other',
    version: isChanged(index) ? 2 : 1,
  }))
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  expect(saved.toSorted(byName)).toEqual(expected.toSorted(byName))
  for (const [name, actions] of [
    ['Many 698', 1],
    ['Many 699', 2],
  ] as const)
    expect(await readAuditActions(factory, saved.find((entry) => entry.name === name)?.id ?? '')).toEqual(
      Array.from({ length: actions }, () => 'library entry imported'),
    )
})

test('hundreds of trainings are added in the order of the file, and only those that change get a new version', async () => {
  const indexes = Array.from({ length: 300 }, (_, index) => index)
  const fileOf = (contentOf: (index: number) => string) =>
    `title,section,content\n${indexes.flatMap((index) => [`Course ${index},Lungs,Look.`, `Course ${index},Liver,${contentOf(index)}`]).join('\n')}\n`
  const isChanged = (index: number) => index % 3 === 0
  await read(
    'trainings?apply=1',
    fileOf(() => 'Cut.'),
  )
  await read(
    'trainings?apply=1',
    fileOf((index) => (isChanged(index) ? 'Weigh.' : 'Cut.')),
  )
  const saved = await factory.db
    .selectFrom('trainings as t')
    .innerJoin('training_sections as s', 's.training_id', 't.id')
    .select(['t.title', 't.version', 's.heading', 's.content'])
    .where('t.title', 'like', 'Course %')
    .orderBy('t.position')
    .orderBy('s.position')
    .execute()
  expect(saved).toEqual(
    indexes.flatMap((index) => {
      const training = { title: `Course ${index}`, version: isChanged(index) ? 2 : 1 }
      return [
        { ...training, heading: 'Lungs', content: 'Look.' },
        { ...training, heading: 'Liver', content: isChanged(index) ? 'Weigh.' : 'Cut.' },
      ]
    }),
  )
})

test('a training is imported with its sections, and again changes nothing', async () => {
  const file =
    'title,description,pre_content,section,content\nSampling,How to,Wash hands,Lungs,"Two\nlines"\nSampling,,,Liver,One piece\nAlone,,,,\n'
  expect((await read('trainings', file)).counts).toMatchObject({ rows: 3, new: 3, problems: 0 })
  expect(await trainings('Sampling')).toEqual([])
  await read('trainings?apply=1', file)
  const [training] = await trainings('Sampling')
  expect(training).toMatchObject({
    description: 'How to',
    pre_content: 'Wash hands',
    training_sections: [
      { heading: 'Lungs', content: 'Two\nlines' },
      { heading: 'Liver', content: 'One piece' },
    ],
  })
  expect((await read('trainings?apply=1', file)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
  const more =
    'title,section,content\nSAMPLING,liver,Two pieces\nSampling,Brain,The whole\nSampling,Lungs,"Two\nlines"\n'
  const outcome = await read('trainings?apply=1', more)
  expect(outcome.counts).toMatchObject({ changed: 2, unchanged: 1 })
  const [changed] = await trainings('Sampling')
  expect(changed.training_sections.map(({ heading, content }: Record<string, string>) => [heading, content])).toEqual([
    ['Lungs', 'Two\nlines'],
    ['Liver', 'Two pieces'],
    ['Brain', 'The whole'],
  ])
  expect([changed.id, changed.description]).toEqual([training.id, 'How to'])
})

test('exported trainings are imported again unchanged, and bring back what was changed since', async () => {
  const training = {
    title: 'Exported',
    description: '=Formula?',
    pre_content: 'Wash\nhands',
    post_content: 'Done',
    training_sections: [
      { heading: 'Second organ', content: 'Two "lines"\nof it' },
      { heading: 'First organ', content: 'One' },
    ],
  }
  const { id } = (await admin.post('/trainings', training)).body.data
  await admin.post('/trainings', { title: 'Exported without sections' })
  const file = (await admin.get('/exports/trainings?filter[title:like]=exported')).bytes
  const again = await read('trainings?apply=1', file)
  expect(again).toMatchObject({ problems: [], counts: { rows: 3, new: 0, changed: 0, unchanged: 3 } })
  await admin.put(`/trainings/${id}`, { pre_content: 'Changed', training_sections: [] })
  await read('trainings?apply=1', file)
  expect((await trainings('Exported'))[0]).toMatchObject({
    ...training,
    training_sections: training.training_sections.map((section) => expect.objectContaining(section)),
  })
})

test('problems of a training are reported by line and column', async () => {
  const file =
    'title,description,section,content\nOne,A,Lungs,\nTwo,A,Lungs,x\nTwo,B,Liver,y\nTwo,,lungs,z\nThree,,,without a heading\n'
  expect(await importProblems('trainings?apply=1', file)).toEqual([
    expect.stringMatching(/^2 content: /),
    '4 description: Line 3 says something else of the same. Make the two alike, or empty this cell.',
    '5 section: Line 3 says this already. Keep one of the two.',
    expect.stringMatching(/^6 section: /),
  ])
  expect(await trainings('Two')).toEqual([])
})

test('concurrent imports of the same list create each entry once', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `At once ${index}`)
  for (const kind of ['treatments', 'trainings']) {
    const file = `${kind === 'trainings' ? 'title' : 'name'}\n${names.join('\n')}\n`
    const answers = await Promise.all(Array.from({ length: 4 }, () => read(`${kind}?apply=1`, file)))
    expect(answers.map(({ counts }) => counts.new).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 40])
  }
})

test('names are imported as the forms store them, with single spaces and composed accents', async () => {
  const decomposed = 'Me\u0301te\u0301orisme'
  await read('diagnoses?apply=1', `name,system\n${decomposed},${decomposed}  one\n`)
  const [entry] = (await admin.get(`/diagnoses?filter[name]=${encodeURIComponent('M\u00e9t\u00e9orisme')}`)).body.data
  expect(entry).toMatchObject({ name: 'M\u00e9t\u00e9orisme', system: 'M\u00e9t\u00e9orisme one' })
  expect((await admin.post('/diagnoses', { name: 'M\u00e9t\u00e9orisme' })).status).toBe(422)
  await read('trainings?apply=1', `title,section,content\n${decomposed}  two,${decomposed},Text\n`)
  const [training] = await trainings('M\u00e9t\u00e9orisme two')
  expect(training.training_sections).toMatchObject([{ heading: 'M\u00e9t\u00e9orisme' }])
})
