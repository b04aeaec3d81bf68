import { formatLongDay } from '@chisholm/domain/dates'
import { figureTexts, rateOfRow } from '@chisholm/domain/key-figures'
import {
  animalsHint,
  curveHint,
  curveRows,
  describeCurve,
  lotCurve,
  lotTexts as texts,
} from '@chisholm/domain/lot-figures'
import type { LotSummary } from '@chisholm/domain/schemas/lot-summary'
import { type FigureSection, horizontalBars } from '../../pdf/figures-content.ts'

/** Deaths by days on feed, with the usual range as a band. */
export function curveSection(summary: LotSummary): FigureSection {
  const { points, usual } = lotCurve(summary)
  return {
    title: texts.curve,
    hint: curveHint(summary),
    chart:
      summary.lot.arrived_at === null
        ? null
        : {
            kind: 'curve',
            axes: { x: texts.daysOnFeed },
            points: points.map(({ days_on_feed, deaths }) => ({ x: days_on_feed, y: deaths })),
            usual: usual.map(({ days_on_feed, deaths, low, high }) => ({ x: days_on_feed, middle: deaths, low, high })),
            alt: `Curve of deaths by days on feed. ${describeCurve(summary)}`,
          },
    table: {
      head: [texts.daysOnFeed, figureTexts.deaths, texts.usual, texts.usualRange],
      rows: curveRows(summary),
    },
  }
}

export const causeSection = ({ causes, totals }: LotSummary): FigureSection => ({
  title: texts.causes,
  hint: causes.length === 0 ? figureTexts.none : texts.causesHint,
  chart: horizontalBars(
    texts.causes,
    causes.map(({ label, deaths }) => ({ label, value: deaths, before: null })),
  ),
  table: {
    head: [texts.cause, figureTexts.deaths, figureTexts.rate],
    rows: causes.map((row) => [row.label, row.deaths, rateOfRow(row, totals.head_known)]),
  },
})

export const treatmentSection = ({ treatments }: LotSummary): FigureSection => ({
  title: texts.treatments,
  hint: treatments.length === 0 ? texts.noTreatments : texts.treatmentsHint,
  chart: null,
  table: {
    head: [texts.treatment, texts.animalCount, texts.medianDays],
    rows: treatments.map(({ name, animals, median_days_before_death }) => [name, animals, median_days_before_death]),
  },
})

export const animalSection = ({ animals, totals }: LotSummary): FigureSection => ({
  title: texts.animals,
  hint: animalsHint({ animals, totals }),
  chart: null,
  table: {
    head: [texts.animal, texts.ticket, texts.died, texts.daysOnFeed, texts.cause],
    rows: animals.map((animal) => [
      animal.tag ?? animal.rfid ?? texts.noTag,
      animal.post_mortem.title,
      formatLongDay(animal.date_of_death),
      animal.days_on_feed,
      animal.diagnosis,
    ]),
  },
})
