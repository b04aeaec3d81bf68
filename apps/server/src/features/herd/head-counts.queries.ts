import type { HeadCount } from '@chisholm/domain/schemas/lots'
import type { SiteId } from '../../database/ids.ts'

export const headCountRules = {
  filters: { id: 'id', site_id: 'id', customer_id: 'id', date: 'day', head: 'number' },
  sorts: ['date', 'head', 'created_at'],
  sort: '-date',
  perPage: 100,
  examples: { head: '1200' },
} as const

export type HeadCountRow = Omit<HeadCount, 'site_id'> & { site_id: SiteId }

export const headCountFields = ['id', 'site_id', 'date', 'head'] as const
