export type DescriptionRow = [name: string, value: string | null]

/** A longer value has few words in a line beside its name. */
const longValue = 80

interface DescriptionListProps {
  rows: readonly DescriptionRow[]
  className?: string
}

/** Names and values; those without a value are left out. On phones a long value is below its name. */
export const DescriptionList = ({ rows, className = 'description-list' }: DescriptionListProps) => (
  <dl className={className}>
    {rows.map(([name, value], index) => {
      const isLong = value !== null && value.length > longValue
      return (
        value && [
          <dt key={`${index} name`} className={isLong ? 'long' : undefined}>
            {name}
          </dt>,
          <dd key={`${index} value`} className={isLong ? 'long' : undefined}>
            {value}
          </dd>,
        ]
      )
    })}
  </dl>
)
