import { addDays, type Day, dayOf, formatLongDay, formatMonth } from '@chisholm/domain/dates'
import {
  agreementFigure,
  deathCount,
  deathsFigure,
  examinedFigure,
  figureTexts,
  rateFigure,
} from '@chisholm/domain/key-figures'
import { usualRange } from '@chisholm/domain/mortality'
import type { ScheduledReport } from '@chisholm/domain/schemas/scheduled-reports'
import { lastPeriod, type Period, type ReportPeriod } from '@chisholm/domain/scheduled-reports'
import type { FigureContext } from '../../database/site-figures.ts'
import { inSnapshot } from '../../database/transaction.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import { type FiguresContent, figuresLetterhead } from '../../pdf/figures-content.ts'
import { renderFigures } from '../../pdf/render-figures.ts'
import type { Services } from '../../services.ts'
import {
  type InsightScope,
  readAgreement,
  readInsightFilters,
  readMortality,
  readMortalityOfLotsOrPens,
  readTurnaround,
} from '../insight/index.ts'
import { describeFilters } from './describe-filters.ts'
import { causeSection, feedSection, siteOrLotSection, trendSection, turnaroundSection } from './summary-sections.ts'

type SummaryContext = Pick<Services, 'db' | 'provider' | 'siteFigures'>
type ReportToPrint = Pick<ScheduledReport, 'name' | 'filter' | 'every' | 'language'>

export interface Summary {
  title: string
  /** One sentence. */
  headline: string
  /** The name of the file. */
  name: string
  pdf: Buffer
}

/** Number of periods in the chart of a summary, and number of earlier periods for the usual range. */
const periodCounts: Record<ReportPeriod, { before: number; usual: number }> = {
  week: { before: 13, usual: 52 },
  month: { before: 12, usual: 12 },
}

/** The first day of the period that is `count` periods before the one that begins on `from`. */
function periodsBefore(every: ReportPeriod, from: Day, count: number): Day {
  let day = from
  for (let index = 0; index < count; index++) day = lastPeriod(every, day).from
  return day
}

const periodName = (every: ReportPeriod, { from, to }: Period): string =>
  every === 'week' ? `${formatLongDay(from)} to ${formatLongDay(to)}` : formatMonth(from)

interface SummaryReader {
  sites: AuthorizedSites
  /** Whether the reader may read the filter of the report: its author and Admins. */
  canReadFilter: boolean
}

/**
 * Renders the figures of a period that the reader may see as PDF. They are read from one snapshot, which ends before the
 * rendering begins: that may take minutes.
 */
export async function printSummary(
  ctx: SummaryContext,
  report: ReportToPrint,
  { from, to }: Period,
  { sites, canReadFilter }: SummaryReader,
): Promise<Summary> {
  const scope = { sites, from, to, filters: await readInsightFilters(report.filter) }
  const { content, deaths, before } = await inSnapshot(ctx, async (ctx) =>
    composeSummary(ctx, report, scope, await describeFilters(ctx.db, scope, canReadFilter)),
  )
  return {
    title: `${report.name}, ${periodName(report.every, { from, to })}`,
    headline: `${deathCount(deaths)}, ${before} in the ${report.every} before.`,
    name: `chisholm-summary-${from}`,
    pdf: await renderFigures(content),
  }
}

async function composeSummary(
  ctx: FigureContext & Pick<Services, 'provider'>,
  report: ReportToPrint,
  scope: InsightScope,
  description: string,
) {
  const { every } = report
  const provider = await ctx.provider(ctx.db)
  const figures = await readFigures(ctx, every, scope, provider.time_zone)
  const { causes, causesBefore, trend, range, agreement } = figures
  const [deaths, before] = [causes.meta.deaths, causesBefore.meta.deaths]
  const newest = trend.data.at(-1)
  const isMore = newest !== undefined && range !== null && newest.deaths > range.high
  const content: FiguresContent = {
    title: report.name,
    about: [periodName(every, scope), description],
    warnings: isMore ? [figureTexts.moreThanUsual(newest.deaths, `in this ${every}`, range.low, range.high)] : [],
    keyFigures: [
      deathsFigure(deaths, before),
      rateFigure(causes.meta),
      examinedFigure(causes.meta),
      agreementFigure(agreement),
    ],
    notes: addDays(scope.to, 7) > dayOf(new Date(), provider.time_zone) ? [figureTexts.comingIn] : [],
    sections: [
      trendSection(every, trend, range),
      causeSection(causes, causesBefore.data),
      ...(figures.sites.length > 1 ? [siteOrLotSection('Where? By site', 'Site', figures.sites)] : []),
      siteOrLotSection('Where? By lot', 'Lot', figures.lots),
      feedSection(figures.bands),
      turnaroundSection(figures.turnaround),
    ],
    ...figuresLetterhead(provider),
    language: report.language,
    day: addDays(scope.to, 1),
  }
  return { content, deaths, before }
}

/** Reads all figures of a summary for one scope. */
async function readFigures(ctx: FigureContext, every: ReportPeriod, scope: InsightScope, zone: string) {
  const trendFrom = periodsBefore(every, scope.from, periodCounts[every].before)
  const usual = {
    ...scope,
    from: periodsBefore(every, trendFrom, periodCounts[every].usual),
    to: addDays(trendFrom, -1),
  }
  return {
    causes: await readMortality(ctx, scope, 'system'),
    causesBefore: await readMortality(ctx, { ...scope, ...lastPeriod(every, scope.from) }, 'system'),
    trend: await readMortality(ctx, { ...scope, from: trendFrom }, every),
    range: usualRange((await readMortality(ctx, usual, every)).data),
    sites: (await readMortality(ctx, scope, 'site')).data,
    lots: await readMortalityOfLotsOrPens(ctx, scope, 'lot'),
    bands: (await readMortality(ctx, scope, 'days_on_feed')).data,
    agreement: await readAgreement(ctx, scope, 'system'),
    turnaround: await readTurnaround(ctx, scope, 'site', zone),
  }
}
