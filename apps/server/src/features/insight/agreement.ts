import { compareNames } from '@chisholm/domain/compare-names'
import type { Agreement } from '@chisholm/domain/schemas/insight'
import { cohensKappa } from '@chisholm/domain/statistics'
import type { Executor } from '../../database/executor.ts'
import { countPairs } from './agreement.queries.ts'
import type { InsightScope } from './insight-scope.ts'
import { diagnosesById } from './labels.queries.ts'

export const agreementKeys = ['system', 'diagnosis'] as const

/** Agreement of crew and veterinarian on the animals that both diagnosed. */
export async function readAgreement(
  ctx: { db: Executor },
  scope: InsightScope,
  by: (typeof agreementKeys)[number],
): Promise<Agreement> {
  const diagnoses = await diagnosesById(ctx.db)
  const nameOf = (id: string) => (by === 'system' ? diagnoses.get(id)?.system : diagnoses.get(id)?.name) ?? id
  const cells = new Map<string, { one: string; other: string; n: number }>()
  for (const { customer, veterinarian, n } of await countPairs(ctx.db, scope)) {
    const [one, other] = [nameOf(customer), nameOf(veterinarian)]
    const cell = cells.get(`${one}\n${other}`) ?? { one, other, n: 0 }
    cells.set(`${one}\n${other}`, { ...cell, n: cell.n + n })
  }
  const pairs = [...cells.values()].toSorted(
    (a, b) => b.n - a.n || compareNames(a.one, b.one) || compareNames(a.other, b.other),
  )
  const kappa = cohensKappa(pairs)
  return {
    n: pairs.reduce((sum, { n }) => sum + n, 0),
    agree: pairs.reduce((sum, { one, other, n }) => sum + (one === other ? n : 0), 0),
    kappa: kappa === null ? null : Math.round(kappa * 1e4) / 1e4,
    matrix: pairs.map(({ one, other, n }) => ({ customer_diagnosis: one, veterinarian_diagnosis: other, n })),
  }
}
