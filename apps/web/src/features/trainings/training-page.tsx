import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Training } from '@chisholm/domain/schemas/trainings'
import { texts } from '@chisholm/domain/texts'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { Page } from '../../ui/page.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { trainingsQuery } from './queries.ts'
import { TrainingBody } from './training-body.tsx'
import { trainingTexts } from './training-texts.ts'

/** The list of trainings, or the one that the URL names. */
export function TrainingPage() {
  const { training: chosenId }: { training?: string } = useSearch({ strict: false })
  const trainings = useQuery(trainingsQuery())
  const navigate = useNavigate()
  const choose = (training?: string) => void navigate({ to: '/a/training', search: { training } })
  const chosen = trainings.data?.find((training) => training.id === chosenId)
  if (chosen) return <ChosenTraining training={chosen} onBack={() => choose()} />
  return (
    <Page title={uiTexts.training} ownHeading>
      <h1>{uiTexts.training}</h1>
      <CasesLink />
      <QueryState query={trainings} failureText={texts.failure.getTrainings} />
      {trainings.data?.length === 0 && <EmptyState text={trainingTexts.none} />}
      <ul className="list">
        {trainings.data?.map((training) => (
          <li key={training.id}>
            <button
              type="button"
              className="card"
              style={{ width: '100%', textAlign: 'left', font: 'inherit', cursor: 'pointer' }}
              onClick={() => choose(training.id)}
            >
              <h2>{training.title}</h2>
              <span className="hint">{training.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </Page>
  )
}

const CasesLink = () => (
  <Button component={Link} to="/a/library/cases" variant="default" style={{ alignSelf: 'flex-start' }}>
    {trainingTexts.cases}
  </Button>
)

const ChosenTraining = ({ training, onBack }: { training: Training; onBack: () => void }) => (
  <Page title={uiTexts.training} ownHeading>
    <h1>{training.title}</h1>
    <TrainingBody training={training} />
    <CasesLink />
    <Button variant="default" onClick={onBack}>
      {trainingTexts.backToMenu}
    </Button>
  </Page>
)
