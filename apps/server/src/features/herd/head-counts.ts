import { validateHeadCount } from '@chisholm/domain/lots'
import { serverTexts } from '@chisholm/domain/server-texts'
import { headCountFields, type HeadCountRow } from './head-counts.queries.ts'
import type { RecordKind } from './site-records.ts'

/** How many head were at a site on a day. */
export const headCounts: RecordKind<HeadCountRow> = {
  table: 'head_counts',
  noun: 'head count',
  fields: headCountFields,
  unique: { index: 'head_counts_by_day', errors: { date: [serverTexts.validation.headCountTaken] } },
  validate: validateHeadCount,
}
