import { formatNewYork } from "@countinghouse/validators/new-york";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { ReturnRates } from "@/components/return-rates/return-rates.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { cn } from "@/lib/cn.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { FigureSheet } from "./figure-sheet.tsx";
import { figureCents, readFigure } from "./figures.ts";
import { PastDueSection } from "./past-due-section.tsx";
import { RollSection } from "./roll-section.tsx";
import { Tiles } from "./tiles.tsx";
import { VintageSection } from "./vintage-section.tsx";
import { WeeksSection } from "./weeks-section.tsx";

const PARAMS = { figure: param.text };

/** How the book stands: what is owed and past due, what the weeks moved, how debts roll and how advances are paid. */
export default function OverviewPage() {
  const list = useListParams(PARAMS);
  const query = trpc.portfolio.overview.useQuery(undefined, { staleTime: 0 });
  const { data, error } = query;
  const figure = list.params.figure === null ? null : readFigure(list.params.figure);
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.overview}
        aside={
          // Its place is kept, so that nothing beneath it moves.
          <output className={cn("text-sm text-muted-foreground", !data && "invisible")}>
            Updated {formatNewYork(new Date(query.dataUpdatedAt), "dateTime")} ET
          </output>
        }
        actions={
          <Button pending={query.isFetching} onClick={() => void query.refetch()}>
            Refresh
          </Button>
        }
      />
      {error && !data ? (
        <Card>
          <ErrorState
            message={errorDetails(error).message}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
          <Tiles overview={data} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap) xl:grid-cols-2">
            <PastDueSection overview={data} />
            <WeeksSection overview={data} />
          </div>
          <VintageSection overview={data} />
          <RollSection overview={data} />
          <ReturnRates />
        </div>
      )}
      {figure && (
        <FigureSheet
          key={list.params.figure}
          figure={figure}
          cents={data ? figureCents(figure, data) : null}
          onClose={() => list.change({ figure: null })}
        />
      )}
    </>
  );
}
