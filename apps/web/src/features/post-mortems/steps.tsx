/** Progress of the wizard: details, animals, review. */
export const Steps = ({ reached }: { reached: 1 | 2 | 3 }) => (
  <ol className="steps" aria-label={`Step ${reached} of 3`}>
    {[1, 2, 3].map((step) => (
      <li key={step} data-reached={step <= reached || undefined} />
    ))}
  </ol>
)
