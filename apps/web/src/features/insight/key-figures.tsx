import type { Agreement, MortalityTotals } from '@chisholm/domain/schemas'
import { kappaWords, poissonInterval, wilsonInterval } from '@chisholm/domain/statistics'
import { insightTexts as texts } from './insight-texts.ts'

/** Rates are shown where the head is known for at least this share of the days. */
const enoughHead = 0.8

interface KeyFiguresProps {
  totals: MortalityTotals
  /** Deaths in the period before. */
  before: number
  agreement: Agreement
}

/** The four figures of a period, with how sure they are. */
export const KeyFigures = ({ totals, before, agreement }: KeyFiguresProps) => (
  <dl className="key-figures">
    <Figure name={texts.deaths} value={String(totals.deaths)} hint={texts.change(totals.deaths - before)} />
    <Figure name={texts.rate} {...rateOf(totals)} />
    <Figure name={texts.examined} {...examinedOf(totals)} />
    <Figure
      name={texts.agree}
      value={agreement.kappa === null ? '–' : agreement.kappa.toFixed(2)}
      hint={
        agreement.kappa === null ? texts.tooFew(agreement.n) : texts.kappa(kappaWords(agreement.kappa), agreement.n)
      }
    />
  </dl>
)

const Figure = ({ name, value, hint }: { name: string; value: string; hint: string }) => (
  <div className="card">
    <dt>{name}</dt>
    <dd>
      <b>{value}</b>
      <span>{hint}</span>
    </dd>
  </div>
)

function rateOf({ deaths, per_1000_head_month: rate, head_known }: MortalityTotals) {
  // rounded down, so that a share below the limit never reads as if it reached it
  const share = Math.floor(head_known * 100)
  if (rate === null || head_known < enoughHead) return { value: texts.headUnknown, hint: texts.headKnown(share) }
  const { low, high } = poissonInterval(deaths)
  const scale = deaths === 0 ? 0 : rate / deaths
  return { value: rate.toFixed(1), hint: texts.rateRange((low * scale).toFixed(1), (high * scale).toFixed(1)) }
}

function examinedOf({ examined, deaths }: MortalityTotals) {
  if (deaths === 0) return { value: '–', hint: texts.none }
  const { low, high } = wilsonInterval(examined, deaths)
  const percent = (share: number) => Math.round(share * 100)
  return {
    value: `${percent(examined / deaths)} %`,
    hint: texts.examinedOf(examined, deaths, percent(low), percent(high)),
  }
}
