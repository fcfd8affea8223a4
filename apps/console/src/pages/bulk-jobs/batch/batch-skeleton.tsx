import { Skeleton } from "@/ui/skeleton.tsx";

/** A batch that is being read, in its final height. */
export const BatchSkeleton = () => <Skeleton className="h-152 w-full" />;
