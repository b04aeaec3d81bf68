import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { texts as domainTexts } from '@chisholm/domain/texts'
import { CardSection } from '../../ui/card-section.tsx'
import { QueryState } from '../../ui/states.tsx'
import { photosOfAnimalQuery } from './teaching-case-queries.ts'
import { teachingCaseTexts as texts } from './teaching-case-texts.ts'

interface CasePhotosProps {
  animalId: string
  /** Whether the practice shows photos in teaching cases. */
  isOn: boolean
  chosen: string[]
  onChange: (ids: string[]) => void
}

/** The photos of an animal, from which the user selects those of the case. */
export function CasePhotos({ animalId, isOn, chosen, onChange }: CasePhotosProps) {
  const photos = useQuery({ ...photosOfAnimalQuery(animalId), enabled: isOn })
  if (!isOn) return <p className="hint">{texts.photosOff}</p>
  return (
    <CardSection title={texts.photos} hint={texts.photosHint}>
      <QueryState query={photos} failureText={domainTexts.failure.getPhotos} count={1} height={90} />
      {photos.data?.length === 0 && <p className="hint">{texts.noPhotos}</p>}
      <ul className="case-photos">
        {photos.data?.map(({ id, thumbnail }, index) => (
          <li key={id}>
            <img src={thumbnail} alt="" loading="lazy" />
            <Checkbox
              label={texts.photoNumber(index + 1)}
              py={10}
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= constants.teachingCase.photosMax}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
