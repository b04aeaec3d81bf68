import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { vetPostMortemPath } from '@chisholm/domain/page-paths'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { SiteZone } from '../../ui/site-zone.tsx'
import { Skeletons } from '../../ui/states.tsx'
import { SavedPhotos } from '../photos/index.ts'
import { DangerBanner, Pill, postMortemQuery } from '../post-mortems/index.ts'
import { AnimalDetails } from './animal-details.tsx'
import { nameOfAnimal } from './animal-name.ts'
import { animalTexts } from './animal-texts.ts'

/** A record of an animal. Its heading is the number of the post-mortem, which distinguishes the records. */
export function AnimalRecord({ animal }: { animal: Animal }) {
  const { data: postMortem, isPending } = useQuery(postMortemQuery(animal.veterinary_record_id))
  const pathOfPostMortem = vetPostMortemPath(animal.veterinary_record_id)
  const photos = postMortem?.veterinary_record.veterinary_record_animals.find(({ id }) => id === animal.id)?.medias
  const postMortemNumber = postMortem?.title ?? ''
  return (
    <article className="card" aria-label={postMortemNumber || nameOfAnimal(animal)}>
      {isPending && <Skeletons count={1} height={52} />}
      {postMortem && (
        <>
          <DangerBanner postMortem={postMortem} animalId={animal.id} />
          <div className="row between">
            <h2>
              <Link to={pathOfPostMortem}>{postMortemNumber}</Link>
            </h2>
            <Pill text={postMortem.status} />
          </div>
          <p>{siteInFull(postMortem.customer.name, postMortem.veterinary_record.site.name)}</p>
        </>
      )}
      <SiteZone site={postMortem?.veterinary_record.site}>
        <AnimalDetails animal={animal} />
      </SiteZone>
      {animal.vet_diagnosis && <p>{animalTexts.diagnosedAs(animal.vet_diagnosis.name)}</p>}
      {animal.photos > 0 && <SavedPhotos photos={photos} slots={animal.photo_slots} expected={animal.photos} />}
      <div className="row">
        <Button component={Link} to={pathOfPostMortem} variant="default">
          {animalTexts.openPostMortem}
          <span className="visually-hidden"> {postMortemNumber}</span>
        </Button>
        <Button component={Link} to={`/a/record/${animal.id}`} variant="default">
          {animalTexts.editRecord}
          <span className="visually-hidden"> {postMortemNumber}</span>
        </Button>
      </div>
    </article>
  )
}
