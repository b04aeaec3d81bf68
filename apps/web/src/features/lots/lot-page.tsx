import './lot-page.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatLongDay } from '@chisholm/domain/dates'
import { examinedFigure, figureTexts, rateFigure, rateOfRow, shareFigure } from '@chisholm/domain/key-figures'
import { describeCurve, describeLot, diedFigure, isMoreThanUsual, lotTexts } from '@chisholm/domain/lot-figures'
import type { LotSummary } from '@chisholm/domain/schemas/lot-summary'
import { fetchPdf, saveFile } from '../../api/download.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { BarList, ChartScope, ChartCard, type DeathsSearch, KeyFigures } from '../insight/index.ts'
import { LotAnimals } from './lot-animals.tsx'
import { LotCurve } from './lot-curve.tsx'
import { lotSummaryQuery } from './lot-queries.ts'
import { lotPageTexts as texts } from './lot-page-texts.ts'

/** The deaths of a lot: compared with the usual range, by cause, by treatment, and the list of animals. */
export function LotPage() {
  const { siteId = '', id = '' }: { siteId?: string; id?: string } = useParams({ strict: false })
  const query = useQuery(lotSummaryQuery(id))
  return (
    <DetailPage
      query={query}
      title={texts.loading}
      failureText={texts.failed}
      nameOf={({ lot }) => texts.title(lot.name)}
      back={`/a/herd/${siteId}`}
      wide
    >
      {(summary) => <Summary summary={summary} />}
    </DetailPage>
  )
}

function Summary({ summary }: { summary: LotSummary }) {
  const { lot, site, totals } = summary
  const all = { from: totals.from, to: totals.to, site: lot.site_id, lot: lot.name }
  const about = [texts.title(lot.name), site.name, describeLot(lot, formatLongDay)]
  return (
    <div className="insight-page lot-page">
      <div className="row between">
        <h1>{texts.title(lot.name)}</h1>
        <PdfButton id={lot.id} name={lot.name} />
      </div>
      <p className="hint">{`${site.name}. ${describeLot(lot, formatLongDay)}.`}</p>
      {isMoreThanUsual(summary) && (
        <p className="insight-warning">
          <IconAlertTriangle size={22} aria-hidden />
          <span>{lotTexts.more(describeCurve(summary))}</span>
        </p>
      )}
      <KeyFigures
        figures={[
          diedFigure(summary),
          rateFigure(totals),
          examinedFigure(totals),
          shareFigure(lotTexts.treated, summary.treated, totals.deaths, figureTexts.none),
        ]}
      />
      <ChartScope value={about}>
        <div className="charts">
          <div>
            <LotCurve summary={summary} />
            <LotAnimals summary={summary} all={all} />
          </div>
          <div>
            <Causes causes={summary.causes} totals={summary.totals} all={all} />
            <Treatments treatments={summary.treatments} />
          </div>
        </div>
      </ChartScope>
    </div>
  )
}

function PdfButton({ id, name }: { id: string; name: string }) {
  const saving = useMutation({
    mutationFn: async () => saveFile(await fetchPdf('/lots/{id}/summary', { id }), `chisholm-lot-${name}.pdf`),
    onError: toastFailure(texts.noPdf),
  })
  return (
    <Button className="no-print" variant="default" mih={44} loading={saving.isPending} onClick={() => saving.mutate()}>
      {texts.pdf}
    </Button>
  )
}

function Causes({ causes, totals, all }: Pick<LotSummary, 'causes' | 'totals'> & { all: DeathsSearch }) {
  const table = {
    head: [lotTexts.cause, figureTexts.deaths, figureTexts.rate],
    rows: causes.map((row) => [row.label, row.deaths, rateOfRow(row, totals.head_known)]),
  }
  const bars = causes.map(({ key, label, deaths }) => ({
    key: label,
    label,
    value: deaths,
    description: texts.bar(label, deaths),
    link: { ...all, ...(key === null ? { unknown: 'diagnosis_id' as const } : { diagnosis: key }) },
  }))
  const hint = causes.length === 0 ? figureTexts.none : lotTexts.causesHint
  return (
    <ChartCard title={lotTexts.causes} hint={hint} file="lot-causes" table={table}>
      <BarList bars={bars} />
    </ChartCard>
  )
}

function Treatments({ treatments }: Pick<LotSummary, 'treatments'>) {
  const table = {
    head: [lotTexts.treatment, lotTexts.animalCount, lotTexts.medianDays],
    rows: treatments.map((row) => [row.name, row.animals, row.median_days_before_death]),
  }
  const bars = treatments.map(({ name, animals, median_days_before_death }) => ({
    key: name,
    label: name,
    value: animals,
    description: `${name}: ${texts.treatment(animals, median_days_before_death)}`,
  }))
  const hint = treatments.length === 0 ? lotTexts.noTreatments : lotTexts.treatmentsHint
  return (
    <ChartCard title={lotTexts.treatments} hint={hint} file="lot-treatments" table={table}>
      <BarList bars={bars} />
    </ChartCard>
  )
}
