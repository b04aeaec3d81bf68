import type { TrainingText } from '@chisholm/domain/trainings'

/** The body of a training as readers see it. Keeps line breaks. */
export const TrainingBody = ({ training }: { training: TrainingText }) => (
  <>
    {training.pre_content && <p style={lines}>{training.pre_content}</p>}
    {training.training_sections.map((section, index) => (
      <section key={String(index)} className="card">
        <h2>{section.heading}</h2>
        <p style={lines}>{section.content}</p>
      </section>
    ))}
    {training.post_content && <p style={lines}>{training.post_content}</p>}
  </>
)

const lines = { whiteSpace: 'pre-line' } as const
