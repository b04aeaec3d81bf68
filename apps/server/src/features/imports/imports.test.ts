import { pbkdf2 } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { constants } from '@chisholm/domain/constants'
import { abortPoints, sendAndAbort } from '../../testing/abort-request.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { waitForEmail } from '../../testing/outbox-email.ts'
import { multipartOf } from '../../testing/multipart.ts'
import { waitFor } from '../../testing/wait-for.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')

let made = 0
/** A name that no other test uses. */
const name = (what: string) => `${what} ${++made}-${Date.now() % 100_000}`

const { send: sendFile, read, importProblems } = csvImports(factory, admin)
const send = (by: TestUser, path: string, file: string | Buffer) => sendFile(path, file, by)
const customersCalled = async (called: string) =>
  (await factory.db.selectFrom('customers').selectAll().where('name', 'ilike', called).execute()).length
const userOf = (email: string) =>
  factory.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const sitesOf = async (email: string) =>
  (
    await factory.db
      .selectFrom('user_sites as l')
      .innerJoin('users as u', 'u.id', 'l.user_id')
      .innerJoin('sites as s', 's.id', 'l.site_id')
      .select('s.name')
      .where('u.email', '=', email)
      .orderBy('s.name')
      .execute()
  ).map((site) => site.name)

async function customer() {
  const [feeders, north, south] = [name('Feeders'), name('North'), name('South')]
  await read('customers?apply=1', `name\n${feeders}\n`)
  await read('sites?apply=1', `customer,site\n${feeders},${north}\n${feeders},${south}\n`)
  return { feeders, north, south }
}

test('only Admins import', async () => {
  const { client } = await factory.client()
  for (const by of [client, await factory.user('Veterinarian')])
    for (const kind of ['customers', 'sites', 'users'])
      expect((await send(by, `${kind}?apply=1`, 'name\nNobody\n')).status).toBe(403)
  expect((await send(factory.anonymous, 'customers', 'name\nNobody\n')).status).toBe(401)
  expect(await customersCalled('Nobody')).toBe(0)
})

test('a preview writes nothing, applying writes everything, and a second import changes nothing', async () => {
  const [one, other] = [name('One'), name('Other')]
  const file = `Name\r\n${one}\r\n"${other}"\r\n`
  expect((await read('customers', file)).counts).toEqual({ rows: 2, new: 2, changed: 0, unchanged: 0, problems: 0 })
  expect(await customersCalled(one)).toBe(0)
  const first = await read('customers?apply=1', file)
  expect([first.applied, first.counts.new, first.rows[0]]).toEqual([
    true,
    2,
    { line: 2, what: 'new', name: one, changes: [{ field: 'name', from: null, to: one }] },
  ])
  const again = await read('customers?apply=1', file.toUpperCase())
  expect(again.counts).toEqual({ rows: 2, new: 0, changed: 0, unchanged: 2, problems: 0 })
  expect([await customersCalled(one), await customersCalled(other)]).toEqual([1, 1])
})

test('a file with one problem writes nothing of the rest', async () => {
  const { feeders } = await customer()
  const site = name('East')
  const file = `customer;site;region;city\n${feeders};${site};KS;Garden City\nNobody;West;;\n;Lost;;\n`
  const answer = await read('sites?apply=1', file)
  expect(answer.applied).toBe(false)
  expect(answer.problems).toEqual([
    {
      line: 3,
      column: 'customer',
      text: 'There is no customer “Nobody”. Import it under Customers first, or correct its name.',
    },
    { line: 4, column: 'customer', text: 'customer is empty. Please fill it in.' },
  ])
  const found = await factory.db.selectFrom('sites').select('id').where('name', '=', site).execute()
  expect(found).toEqual([])
})

test('an empty cell keeps the value, and a filled one changes it', async () => {
  const { feeders, north } = await customer()
  await read('sites?apply=1', `customer,site,region,city\n${feeders},${north},KS,Garden City\n`)
  const answer = await read('sites?apply=1', `city\tregion\tsite\tcustomer\nDodge City\t\t${north}\t${feeders}\n`)
  expect(answer.rows).toEqual([
    {
      line: 2,
      what: 'changed',
      name: `${feeders}: ${north}`,
      changes: [{ field: 'city', from: 'Garden City', to: 'Dodge City' }],
    },
  ])
  const site = await factory.db.selectFrom('sites').selectAll().where('name', '=', north).executeTakeFirst()
  expect([site?.region, site?.city]).toEqual(['KS', 'Dodge City'])
})

test('the location, directions and time zone of sites are exported, and imported with an empty cell keeping the value', async () => {
  const { feeders, north, south } = await customer()
  const header = 'customer,site,address,latitude,longitude,phone,directions,time_zone'
  const file = `${header}\n${feeders},${north},"1 Trail Rd, Dodge",37.75,-100.02,+1 620 555 0163,"Second gate,\nleft",Asia/Kolkata\n`
  expect((await read('sites?apply=1', file)).problems).toEqual([])
  const siteOf = async (called: string) =>
    (await admin.get(`/sites?filter[name]=${encodeURIComponent(called)}`)).body.data[0]
  const location = {
    address: '1 Trail Rd, Dodge',
    latitude: 37.75,
    longitude: -100.02,
    phone: '+1 620 555 0163',
    directions: 'Second gate,\nleft',
    time_zone: 'Asia/Kolkata',
  }
  expect(await siteOf(north)).toMatchObject(location)
  const exported = (await admin.get('/exports/sites')).bytes
  expect((await read('sites', exported)).counts).toMatchObject({ new: 0, changed: 0, problems: 0 })
  const moved = await read('sites?apply=1', `${header}\n${feeders},${north},,"37,5",,,,UTC\n`)
  expect(moved.rows[0].changes).toEqual([
    { field: 'latitude', from: '37.75', to: '37.5' },
    { field: 'time_zone', from: 'Asia/Kolkata', to: 'UTC' },
  ])
  expect(await siteOf(north)).toMatchObject({ ...location, latitude: 37.5, time_zone: 'UTC' })
  const wrong = [`${feeders},${north},,91,,,,Mars`, `${feeders},${south},,37,,,,`, `${feeders},New,,,,,,Mars`]
  expect(await importProblems('sites?apply=1', `${header}\n${wrong.join('\n')}\n`)).toEqual([
    '2 latitude: This must be a number from -90 to 90.',
    '3 longitude: Please enter latitude and longitude, or neither.',
    '4 time_zone: Please choose a time zone.',
  ])
})

/** The same names, as different programs encode them. */
const written: [string, (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
  ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
]
test.each(written)('a file in %s is read with its umlauts, separators and breaks', async (_called, encode) => {
  const rancho = name('Rañcho "Müller"; Söhne')
  const quoted = `"${rancho.replaceAll('"', '""')}"`
  await read('customers?apply=1', encode(`name\n${quoted}\n`))
  expect(await customersCalled(rancho)).toBe(1)
  for (const separator of [',', ';', '\t']) {
    const site = name('Yard')
    const rows = [
      ['SITE', ' Customer ', 'Color'],
      [`"${site}\nback"`, quoted, 'red'],
      ['', quoted, ''],
    ]
    const answer = await read('sites', encode(rows.map((row) => row.join(separator)).join('\r\n')))
    expect(answer.rows).toEqual([expect.objectContaining({ line: 2, what: 'new', name: `${rancho}: ${site} back` })])
    // Line numbers are those of an editor, even after a line break inside a cell.
    expect(answer.problems).toEqual([{ line: 4, column: 'site', text: 'site is empty. Please fill it in.' }])
    expect(answer.ignored_columns).toEqual(['Color'])
  }
})

const unreadable: [string, string, { line: number; column: string | null; text: RegExp }][] = [
  [
    'lacks a column',
    'site,city\nNorth,Dodge\n',
    { line: 1, column: 'customer', text: /customer is missing.*site, city/ },
  ],
  ['names a column twice', 'site,customer,Site\na,b,c\n', { line: 1, column: 'site', text: /occurs twice/ }],
  ['has a quotation mark within a cell', 'customer,site\nA,B"C\n', { line: 2, column: null, text: /Write it twice/ }],
  ['has more cells than columns', 'customer,site\nA,B,C\n', { line: 2, column: null, text: /3 cells.*2 columns/ }],
]
test.each(unreadable)('a file that %s is reported by line and column', async (_what, file, problem) => {
  const answer = await send(admin, 'sites', file)
  expect(answer.status).toBe(200)
  expect(answer.body.data.problems).toContainEqual({ ...problem, text: expect.stringMatching(problem.text) })
})

test('a break within a cell ends no row, also in a file of an old Mac', async () => {
  const { feeders } = await customer()
  const [one, two] = [name('First'), name('Second')]
  for (const end of ['\r', '\r\n', '\n']) {
    const rows = ['customer,site,directions', `${feeders},${one},"Left,\nthen right"`, `${feeders},${two},`]
    const answer = await read('sites', rows.join(end))
    expect(answer.rows).toMatchObject([{ name: `${feeders}: ${one}` }, { name: `${feeders}: ${two}` }])
  }
})

const advice = 'Import it under Customers first, or correct its name.'
test.each([
  ['lines that were added to a template, whose heading ends like in Excel', '\r\n', '\n'],
  ['lines of Excel below those of another program', '\n', '\r\n'],
  ['lines of an old Mac', '\r', '\r'],
])('%s are rows of their own', async (_what, first, other) => {
  const [one, two] = [name('First'), name('Second')]
  const answer = await read('customers', `name${first}${one}${other}${two}${other}`)
  expect(answer.rows).toMatchObject([
    { line: 2, name: one },
    { line: 3, name: two },
  ])
  expect(await importProblems('sites', `customer,site${first}Nobody,North${other}Nobody,South${other}`)).toEqual(
    [2, 3].map((line) => `${line} customer: There is no customer “Nobody”. ${advice}`),
  )
})

test('a telephone number or RFID that a spreadsheet has shortened is reported instead of imported', async () => {
  const { feeders, north } = await customer()
  const users = `email,phone,customer,sites\n${name('ada').replace(' ', '')}@feeders.example,1.40356E+10,${feeders},${north}\n`
  const tickets = `number,customer,site,record_at,rfid\n${name('OLD')},${feeders},${north},2026-03-01,"9,82E+14"\n`
  for (const [path, file, column, number] of [
    ['users', users, 'phone', '1.40356E+10'],
    ['post-mortems', tickets, 'rfid', '9,82E+14'],
  ] as const)
    expect((await read(`${path}?apply=1`, file)).problems).toEqual([
      {
        line: 2,
        column,
        text: `A spreadsheet has shortened a number to “${number}”. Format its column as text there, and enter the whole number.`,
      },
    ])
})

test('a file that is no CSV, empty, too long or too large is rejected with the reason', async () => {
  const refused = async (file: string | Buffer) => {
    const { status, body } = await send(admin, 'customers', file)
    return [status, body.message]
  }
  expect(await refused('\n \n')).toEqual([422, 'The file is empty. Its first row names the columns: name.'])
  expect(await refused(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toEqual([422, expect.stringContaining('no CSV file')])
  const rows = constants.imports.maxRows + 1
  expect(await refused(`name\n${Array.from({ length: rows }, (_, index) => `C${index}`).join('\n')}`)).toEqual([
    422,
    `The file has ${rows} rows; an import takes ${constants.imports.maxRows}. Please split it into smaller files.`,
  ])
  const large = Buffer.alloc(constants.imports.maxBytes + 1, 'a')
  expect(await refused(large)).toEqual([413, 'The file is larger than 10 MB. Please split it into smaller ones.'])
  const form = new FormData()
  form.set('file', new Blob([large]), 'large.csv')
  const { headers, payload } = await multipartOf(form)
  expect((await admin.post('/imports/customers', payload, headers)).status).toBe(413)
})

test('a file in a form is imported like a plain CSV body', async () => {
  const called = name('By form')
  const form = new FormData()
  form.set('file', new Blob([`name\n${called}\n`], { type: 'text/csv' }), 'customers.csv')
  const { headers, payload } = await multipartOf(form)
  const answer = await admin.post('/imports/customers?apply=1', payload, headers)
  expect([answer.status, answer.body.data.applied, await customersCalled(called)]).toEqual([200, true, 1])
  expect((await admin.post('/imports/customers', {}, {})).status).toBe(422)
})

test('a form may say in a field that it is to be applied; the address comes first', async () => {
  const importForm = async (query: string, called: string, apply: string) => {
    const form = new FormData()
    form.set('file', new Blob([`name\n${called}\n`], { type: 'text/csv' }), 'customers.csv')
    form.set('apply', apply)
    const { headers, payload } = await multipartOf(form)
    const { status, body } = await admin.post(`/imports/customers${query}`, payload, headers)
    return [status, body.data?.applied, await customersCalled(called)]
  }
  expect(await importForm('', name('Field'), '1')).toEqual([200, true, 1])
  expect(await importForm('', name('Field'), 'false')).toEqual([200, false, 0])
  expect(await importForm('?apply=0', name('Field'), '1')).toEqual([200, false, 0])
  expect(await importForm('', name('Field'), 'yes')).toEqual([422, undefined, 0])
})

test('new users are invited by one e-mail each, with a password that works', async () => {
  const { feeders, north, south } = await customer()
  const email = `${name('hand').replaceAll(' ', '-')}@feeders.example`
  const file = `Email,First name,Last name,Phone,Role,Customer,Sites\n${email},Ada,Reyes,'+1 620 555 0144,,${feeders},"${north}; ${south}"\n`
  const answer = await read('users?apply=1', file)
  expect([answer.applied, answer.counts.new, answer.emails]).toEqual([true, 1, 1])
  expect(await userOf(email)).toMatchObject({
    first_name: 'Ada',
    phone: '+1 620 555 0144',
    roles: ['Client'],
    status: 'invited',
  })
  expect(await sitesOf(email)).toEqual([north, south].toSorted())
  const sentEmail = await waitForEmail(factory.dataDir, email, 'password')
  const [password = ''] = /[a-zA-Z2-9]{12}A7!/.exec(sentEmail) ?? []
  const signIn = await factory.anonymous.post('/auth/login', { username: email, password })
  expect(signIn.body.challenge).toBe('NEW_PASSWORD_REQUIRED')
  const again = await read('users?apply=1', file)
  expect([again.counts.unchanged, again.emails]).toEqual([1, 0])
})

test('without mail no invitations are sent', async () => {
  const email = `${name('quiet').replaceAll(' ', '-')}@practice.example`
  const answer = await read('users?apply=1&mail=0', `email,role\n${email},veterinarian\n`)
  expect([answer.counts.new, answer.emails, (await userOf(email))?.password_hash]).toEqual([1, 0, null])
  await waitFor(async () => {
    const waiting = await factory.db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'user imported')
      .execute()
    expect(waiting.length).toBeGreaterThan(0)
  })
  expect((await read('users', `email,role\n${email},veterinarian\n`)).counts.unchanged).toBe(1)
})

test('everybody whose roles an import changes has to sign in again, and nobody else', async () => {
  const [one, other, unchanged] = [
    await factory.user('Veterinarian'),
    await factory.user('Veterinarian'),
    await factory.user('Veterinarian'),
  ]
  await read(
    'users?apply=1',
    `email,role,first_name\n${one.email},Client,\n${other.email},Client,\n${unchanged.email},,Kim\n`,
  )
  const statuses = await Promise.all([one, other, unchanged].map(async (user) => (await user.get('/status')).status))
  expect(statuses).toEqual([401, 401, 200])
})

test('an import removes no role and no site, and grants only roles the Admin may grant', async () => {
  const { feeders, north, south } = await customer()
  const vet = await factory.user('Veterinarian')
  const site = await factory.db.selectFrom('sites').select('id').where('name', '=', north).executeTakeFirstOrThrow()
  const client = await factory.user('Client', [site.id])
  const answer = await read(
    'users?apply=1',
    `email,role,customer,sites\n${client.email},,${feeders},${south}\n${vet.email},Client,,\n`,
  )
  expect(answer.counts).toMatchObject({ changed: 2, problems: 0 })
  expect(await sitesOf(client.email)).toEqual([north, south].toSorted())
  expect((await userOf(vet.email))?.roles).toEqual(['Client', 'Veterinarian'])
  // Users with new roles have to sign in again.
  expect((await vet.get('/status')).status).toBe(401)
  const superAdmin = await factory.user('SuperAdmin')
  const wrong = await read(
    'users?apply=1',
    `email,role\nnew@x.example,Admin\n${superAdmin.email},Veterinarian\n${admin.email},Client\n`,
  )
  expect([
    wrong.applied,
    wrong.problems.map((problem: { line: number; text: string }) => [problem.line, problem.text]),
  ]).toEqual([
    false,
    [
      [2, '“Admin” is no role you may give. Use Client, Veterinarian.'],
      [3, 'The roles of this person are not yours to change. Leave this cell empty.'],
      [4, 'Your own roles are changed by another Admin. Leave this cell empty.'],
    ],
  ])
  const bySuperAdmin = await read('users?mail=0', `email,role\nnew@x.example,Admin\n`, superAdmin)
  expect(bySuperAdmin.problems).toEqual([])
})

test('an Admin cannot change users whose accounts it may not manage', async () => {
  const others = [await factory.user('SuperAdmin'), await factory.user('Admin')]
  for (const { email } of others) {
    const file = `email,first_name,phone\n${email},Mallory,+1 403 555 0199\n`
    const wrong = await read('users?apply=1', file)
    expect([wrong.applied, wrong.problems]).toEqual([
      false,
      [{ line: 2, column: 'email', text: 'This person is not yours to change. Take the row out.' }],
    ])
    expect((await userOf(email))?.phone).toBeNull()
    // A row that changes nothing is not counted as a change.
    expect((await read('users', `email\n${email}\n`)).problems).toEqual([])
  }
  const own = `email,phone\n${admin.email},+1 403 555 0198\n`
  expect((await read('users?apply=1', own)).applied).toBe(true)
})

test('problems of users are reported for each cell', async () => {
  const { feeders, north } = await customer()
  const file = `email,role,customer,sites\nada,,,\nb@x.example,,${feeders},\nc@x.example,,${feeders},East\nd@x.example,,,${north}\ne@x.example,Veterinarian,${feeders},${north}\nB@X.example,,${feeders},${north}\n`
  const { problems } = await read('users', file)
  const messages = problems.map(
    ({ line, column, text }: { line: number; column: string; text: string }) => `${line} ${column}: ${text}`,
  )
  expect(messages).toEqual([
    '2 email: “ada” is no e-mail address. It would look like ada@feeders.example.',
    '2 sites: A client needs at least one site. Name them here, separated by semicolons.',
    '3 sites: A client needs at least one site. Name them here, separated by semicolons.',
    expect.stringContaining(`4 sites: “East” is no site of ${feeders}. Its sites are: ${north}`),
    '5 customer: Name the customer whose sites these are.',
    '6 sites: Only clients are linked to sites. Leave this cell empty.',
    '7 email: Line 3 says this already. Keep one of the two.',
  ])
})

test('two concurrent imports of the same file create everything once', async () => {
  const names = Array.from({ length: 40 }, () => name('At once'))
  const file = `name\n${names.join('\n')}\n`
  const answers = await Promise.all(Array.from({ length: 4 }, () => read('customers?apply=1', file)))
  expect(answers.map(({ counts }) => counts.new).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 40])
  expect(await customersCalled('At once%')).toBe(40)
})

test('an exported file can be imported again and changes nothing', async () => {
  await customer()
  for (const kind of ['customers', 'sites', 'users']) {
    const file = (await admin.get(`/exports/${kind}`)).bytes
    const answer = await read(kind, file)
    expect([kind, answer.problems, answer.counts.new, answer.counts.changed]).toEqual([kind, [], 0, 0])
  }
})

test('an exported user gets no site by its import that only has the same name as one of its own', async () => {
  const [one, other, yard, south] = [name('One'), name('Other; Söhne'), name('Yard'), name('South; back')]
  await read('customers?apply=1', `name\n${one}\n"${other}"\n`)
  await read('sites?apply=1', `customer,site\n${one},${yard}\n"${other}",${yard}\n"${other}","${south}"\n`)
  const idOf = async (customer: string, site: string) =>
    (
      await factory.db
        .selectFrom('sites as s')
        .innerJoin('customers as c', 'c.id', 's.customer_id')
        .select('s.id')
        .where('c.name', '=', customer)
        .where('s.name', '=', site)
        .executeTakeFirstOrThrow()
    ).id
  const client = await factory.user('Client', [await idOf(one, yard), await idOf(other, south)])
  const file = (await admin.get(`/exports/users?filter[email]=${client.email}`)).bytes
  expect(file.toString()).toContain(`,${one}; ${other},${one} - ${yard}; ${south},`)
  const answer = await read('users?apply=1', file)
  expect([answer.problems, answer.counts]).toEqual([[], { rows: 1, new: 0, changed: 0, unchanged: 1, problems: 0 }])
  const unclear = await read('users?apply=1', `email,customer,sites\n${client.email},"${one}; ${other}",${yard}\n`)
  expect(unclear.problems).toEqual([
    {
      line: 2,
      column: 'sites',
      text: `Several of these customers have a site “${yard}”. Name it with its customer: ${one} - ${yard}.`,
    },
  ])
  expect(await sitesOf(client.email)).toEqual([south, yard].toSorted())
})

test('a customer or site that is named twice in a cell counts once', async () => {
  const [ranch, yard] = [name('Ranch'), name('Yard')]
  await read('customers?apply=1', `name\n${ranch}\n`)
  await read('sites?apply=1', `customer,site\n${ranch},${yard}\n`)
  const email = `twice-${yard.length}@test.example`
  const sites = `${yard}; ${yard}; ${ranch} - ${yard}`
  const answer = await read('users?apply=1', `email,customer,sites\n${email},"${ranch}; ${ranch}","${sites}"\n`)
  expect([answer.problems, answer.counts.new]).toEqual([[], 1])
  expect(await sitesOf(email)).toEqual([yard])
})

test('an exported user of very many sites, and one who became a veterinarian, can be imported again', async () => {
  const feeders = name('Feeders')
  const yards = Array.from({ length: 40 }, (_, index) => name(`Yard with a long name ${index}`))
  await read('customers?apply=1', `name\n${feeders}\n`)
  await read('sites?apply=1', `customer,site\n${yards.map((yard) => `${feeders},${yard}`).join('\n')}\n`)
  const sites = await factory.db.selectFrom('sites').select('id').where('name', 'in', yards).execute()
  const client = await factory.user(
    'Client',
    sites.map(({ id }) => id),
  )
  const promoted = await factory.user(
    'Client',
    sites.slice(0, 2).map(({ id }) => id),
  )
  expect((await admin.put(`/users/${promoted.id}`, { roles: ['Veterinarian'] })).status).toBe(200)
  for (const { email } of [client, promoted]) {
    const answer = await read('users', (await admin.get(`/exports/users?filter[email]=${email}`)).bytes)
    expect([answer.problems, answer.counts.unchanged]).toEqual([[], 1])
  }
})

test('names that a spreadsheet would run are exported harmless and imported as they are', async () => {
  const names = ['=', '+', '-', '@', '＝', '＋', '－', '＠'].map((sign) => name(`${sign}SUM(A1)`))
  await read('customers?apply=1', `name\n${names.join('\n')}\n`)
  const file = (await admin.get('/exports/customers')).bytes
  for (const one of names) expect(file.toString()).toContain(`\n'${one},`)
  const answer = await read('customers', file)
  expect([answer.problems, answer.counts.new]).toEqual([[], 0])
})

test('names with apostrophes of their own before such a sign are the same after export and import', async () => {
  const names = ["'=", "''-", "'＝", "'"].map((start) => name(`${start}SUM(A1)`))
  for (const one of names) expect((await admin.post('/customers', { name: one })).status).toBe(201)
  const answer = await read('customers', (await admin.get('/exports/customers')).bytes)
  expect([answer.problems, answer.counts.new]).toEqual([[], 0])
})

test('names are imported as the forms store them, with single spaces and composed accents', async () => {
  const feeders = name('Gamma Delta')
  const file = `name\n  ${feeders.replace(' ', '   ')} \n"${feeders.replace(' ', '\n')}"\n`
  expect((await read('customers', file)).problems).toMatchObject([{ line: 3, text: expect.stringContaining('Line 2') }])
  await read('customers?apply=1', file.split('"', 1)[0] ?? '')
  expect(await customersCalled(feeders)).toBe(1)
  const ranch = name('Ferme d’Été')
  await read('customers?apply=1', `name\n${ranch.normalize('NFD')}\n`)
  expect(await customersCalled(ranch)).toBe(1)
  expect((await read('customers', `name\n${ranch}\n`)).counts).toMatchObject({ new: 0, unchanged: 1 })
})

test('a file that is cut off within a letter is rejected, instead of being read in another encoding', async () => {
  const whole = Buffer.from(`name\n${name('Müller')}\n${name('Söhne')}\né`)
  const { status, body } = await send(admin, 'customers', whole.subarray(0, -1))
  expect([status, body.message]).toEqual([
    422,
    'The file ends in the middle of a character: it is truncated. Please save it again and upload the complete file.',
  ])
  const latin = Buffer.from(`name\n${name('Cafe')}é`, 'latin1')
  expect((await read('customers', latin)).rows[0].name).toMatch(/é$/)
})

test('a name that is too long for its form is rejected by an import, too', async () => {
  const { feeders } = await customer()
  const long = 'x'.repeat(constants.customerAndSiteTextMax + 1)
  const tooLong = 'The text is longer than 120 characters. Please shorten it.'
  expect((await read('customers', `name\n${long}\n`)).problems).toEqual([{ line: 2, column: 'name', text: tooLong }])
  const cows = String.fromCodePoint(0x1f404).repeat(constants.customerAndSiteTextMax)
  expect((await read('customers', `name\n${cows}\n`)).problems).toEqual([])
  const { problems } = await read('sites', `customer,site,region,city\n${feeders},${long},${long},${long}\n`)
  expect(problems).toEqual(['site', 'region', 'city'].map((column) => ({ line: 2, column, text: tooLong })))
})

test('an import is logged, row by row and as a whole', async () => {
  const called = name('Logged')
  await read('customers?apply=1', `name\n${called}\n`)
  const lines = await factory.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(2).execute()
  expect(lines.map(({ action }) => action)).toEqual(['list imported', 'customer imported'])
  expect(lines.map(({ user_id }) => user_id)).toEqual([admin.id, admin.id])
})

test('no uploaded file stays on disk, whether imported, rejected or replayed', async () => {
  const left = async () => (await readdir(path.join(factory.dataDir, 'uploads'))).length
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv', 'idempotency-key': name('key') }
  const ask = async (payload: string) =>
    (await factory.app.inject({ method: 'POST', url: '/api/v1/imports/customers', headers, payload })).statusCode
  expect([await ask('name\nOnce\n'), await ask('name\nOnce\n'), await ask('name\nAnother\n')]).toEqual([200, 200, 422])
  expect((await send(admin, 'customers', 'name\n"open')).status).toBe(422)
  await waitFor(async () => expect(await left()).toBe(0))
})

test('an upload whose connection breaks leaves no file, even when files are opened late because the server is busy', async () => {
  const uploads = path.join(factory.dataDir, 'uploads')
  const address = await factory.app.listen({ host: '127.0.0.1', port: 0 })
  let isBusy = true
  // fills the threads that open and delete files
  const keepBusy = () => pbkdf2('', '', 2000, 32, 'sha256', () => isBusy && keepBusy())
  for (let thread = 0; thread < 6; thread++) keepBusy()
  const upload = {
    name: 'customers',
    method: 'POST' as const,
    url: '/api/v1/imports/customers',
    type: 'text/csv',
    body: 'name\nOne\n',
  }
  try {
    for (let attempt = 0; attempt < 300; attempt++)
      for (const point of abortPoints) await sendAndAbort(address, admin.token, upload, point)
  } finally {
    isBusy = false
  }
  await waitFor(async () => expect(await readdir(uploads)).toEqual([]))
})

test('an import links nobody to a site of which the customer has several with the same name, nor to a retired one', async () => {
  const { feeders, north, south } = await customer()
  const [site] = await factory.db.selectFrom('sites').select(['id', 'customer_id']).where('name', '=', north).execute()
  const spaced = north.replace(' ', '  ')
  // as servers before 0.2.0 stored it
  await factory.pool.query('insert into sites (id, customer_id, name) values (gen_random_uuid(), $1, $2)', [
    site?.customer_id,
    spaced,
  ])
  const email = `${name('person').replace(' ', '-')}@clients.example`
  const file = (sites: string) => `email,role,customer,sites\n${email},Client,${feeders},${sites}\n`
  const problems = async (sites: string) =>
    (await read('users?apply=1', file(sites))).problems.map(({ text }: { text: string }) => text)
  expect(await problems(north)).toEqual([
    `This customer has several sites called “${north}”. Rename one of them first.`,
  ])
  await factory.db.updateTable('sites').set({ retired_at: new Date() }).where('name', '=', south).execute()
  expect(await problems(south)).toEqual([`“${south}” is retired, so nobody gets access to it any more. Leave it out.`])
  expect(await userOf(email)).toBeUndefined()
})

test('a user who was linked to a site before it was retired can be exported and imported again', async () => {
  const { client, site } = await factory.client()
  await factory.db.updateTable('sites').set({ retired_at: new Date() }).where('id', '=', site.id).execute()
  const { email } = (await client.get(`/users/${client.id}`)).body.data
  const exported = (await admin.get(`/exports/users?filter[email]=${email}`)).bytes
  expect((await read('users?apply=1', exported)).counts).toMatchObject({ unchanged: 1, problems: 0 })
})
