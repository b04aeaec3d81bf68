import { addDays, formatLongDay } from '@chisholm/domain/dates'
import { examinedFigure, figureTexts, rateFigure, shareFigure } from '@chisholm/domain/key-figures'
import { describeCurve, describeLot, diedFigure, isMoreThanUsual, lotTexts } from '@chisholm/domain/lot-figures'
import { lotTitle } from '@chisholm/domain/lots'
import type { LotSummary } from '@chisholm/domain/schemas/lot-summary'
import type { Context } from '../../http/context.ts'
import { type FiguresContent, figuresLetterhead } from '../../pdf/figures-content.ts'
import { renderFigures } from '../../pdf/render-figures.ts'
import type { Services } from '../../services.ts'
import { animalSection, causeSection, curveSection, treatmentSection } from './lot-sections.ts'

/** Renders the figures of a lot as PDF. */
export async function printLotSummary(
  { db, provider }: Pick<Context, 'db'> & Pick<Services, 'provider'>,
  summary: LotSummary,
): Promise<{ name: string; pdf: Buffer }> {
  const { lot, totals } = summary
  const content: FiguresContent = {
    title: lotTitle(lot.name),
    about: [summary.site.name, describeLot(lot, formatLongDay), `Deaths until ${formatLongDay(totals.to)}`],
    warnings: isMoreThanUsual(summary) ? [lotTexts.more(describeCurve(summary))] : [],
    keyFigures: [
      diedFigure(summary),
      rateFigure(totals),
      examinedFigure(totals),
      shareFigure(lotTexts.treated, summary.treated, totals.deaths, figureTexts.none),
    ],
    notes: [],
    sections: [curveSection(summary), causeSection(summary), treatmentSection(summary), animalSection(summary)],
    ...figuresLetterhead(await provider(db)),
    language: 'en',
    day: addDays(totals.to, 1),
  }
  return { name: `chisholm-lot-${lot.name.replaceAll(/[^\w.-]+/g, '-')}`, pdf: await renderFigures(content) }
}
