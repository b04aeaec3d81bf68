import { Type } from 'typebox'
import { constants } from '@chisholm/domain/constants'
import { importColumns, type ImportKind, importKinds } from '@chisholm/domain/import-columns'
import type { LibraryList } from '@chisholm/domain/library'
import { FieldDiff } from '@chisholm/domain/schemas/audit-log'
import { ItemResponse } from '@chisholm/domain/schemas/envelopes'
import { queryParameter } from '../../http/openapi/list-parameters.ts'

const countSchema = Type.Integer()
const Outcome = Type.Object(
  {
    kind: Type.Unsafe<ImportKind>({ type: 'string', enum: [...importKinds] }),
    applied: Type.Boolean({ description: 'whether the import was written, which requires that there are no problems' }),
    counts: Type.Object({
      rows: countSchema,
      new: countSchema,
      changed: countSchema,
      unchanged: countSchema,
      problems: countSchema,
    }),
    tickets: Type.Optional(Type.Integer({ description: 'number of new tickets; only for post-mortems' })),
    problems: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'line number from 1, the header included' }),
        column: Type.Union([Type.String(), Type.Null()], { description: 'null: the whole line' }),
        text: Type.String(),
      }),
      { description: `the first ${constants.imports.shownProblems}` },
    ),
    problems_not_shown: Type.Integer({ description: 'number of further problems' }),
    ignored_columns: Type.Array(Type.String()),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer(),
        what: Type.Union([Type.Literal('new'), Type.Literal('changed'), Type.Literal('unchanged')]),
        name: Type.String(),
        changes: Type.Array(FieldDiff),
      }),
      { description: `the first ${constants.imports.shownRows} that are new or changed` },
    ),
    emails: Type.Integer({ description: 'number of invitations sent by e-mail' }),
  },
  { title: 'ImportOutcome' },
)

const Query = Type.Object({
  apply: Type.Optional(Type.String({ maxLength: 5 })),
  mail: Type.Optional(Type.String({ maxLength: 5 })),
})
const flag = { type: 'string', enum: ['0', '1', 'false', 'true'] } as const
const applyParameter = queryParameter('apply', '1 writes the import; 0 previews it.', { ...flag, default: '0' }, '0')
const mailParameter = queryParameter('mail', '0 sends no invitations by mail.', { ...flag, default: '1' }, '0')

const exampleFiles: Record<Exclude<ImportKind, LibraryList>, string> & Partial<Record<ImportKind, string>> = {
  customers: 'name\r\nPrairie Feeders\r\n',
  sites:
    'customer,site,region,city,address,latitude,longitude,phone,directions,time_zone\r\nPrairie Feeders,North Yard,KS,Garden City,1867 Trail Rd,37.97,-100.87,+1 620 555 0163,Second gate,America/Chicago\r\n',
  lots: 'customer,site,name,arrived_at,head_in,source,sex,arrival_weight,closed_at\r\nPrairie Feeders,North Yard,F26-088,2026-09-14,240,Brooks auction,steers,310,\r\n',
  'head-counts': 'customer,site,date,head\r\nPrairie Feeders,North Yard,2026-11-20,1184\r\n',
  users:
    'email,first_name,last_name,phone,role,customer,sites\r\nada@feeders.example,Ada,Reyes,,Client,Prairie Feeders,North Yard;South Yard\r\n',
  'post-mortems':
    'number,customer,site,record_at,completed_at,veterinarian,tag,rfid,pen,lot,vet_diagnosis\r\n' +
    '4711,Prairie Feeders,North Yard,2024-03-31,2024-04-02,vet@practice.example,42,982000123456789,7,A-12,Bloat\r\n' +
    '4711,,,,,,43,982000123456790,7,A-12,\r\n',
  trainings: 'title,description,section,content\r\nTaking samples,How to,Lungs,Take a piece of each lobe.\r\n',
  diagnoses: 'name,code,system,notifiable\r\nBloat,DIG-21,Digestive,0\r\n',
  'danger-signs': 'name,advice,level\r\nSwollen tongue,Call before you open it.,call\r\n',
  phrases: 'name,text,system\r\nheavy-lungs,Lungs heavy and rubbery; they do not collapse.,respiratory\r\n',
  'sample-kinds': 'name,hint\r\nEye fluid,Within a day of death\r\n',
  'photo-slots': 'name,hint,required\r\nJoints,Opened and from outside,0\r\n',
}

const operationIdOf = (kind: ImportKind) =>
  `import${kind
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}`

export const schemaOf = (kind: ImportKind) => ({
  operationId: operationIdOf(kind),
  summary: `Import ${kind} from a CSV file, for Admins: ${importColumns[kind].join(', ')}`,
  tags: ['imports'],
  problemStatuses: [403, 429],
  requiredFields: ['file'],
  multipart: Type.Object({
    file: Type.String({ contentMediaType: 'application/octet-stream' }),
    apply: Type.Optional(Type.String({ description: 'Like the query parameter, which comes first.' })),
    ...(kind === 'users' && { mail: Type.Optional(Type.String({ description: 'Like the query parameter.' })) }),
  }),
  csv: true,
  examples: { file: { body: { file: exampleFiles[kind] ?? 'name\r\nAnother\r\n' } } },
  querystring: Query,
  parameters: kind === 'users' ? [applyParameter, mailParameter] : [applyParameter],
  response: { 200: ItemResponse(Outcome) },
})
